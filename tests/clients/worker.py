"""The Python clients: reads one job a line, {"format", "text"}, and writes what the package made of it, one line each:
{"text", "calls"}, for a stream of Agenta also "parts", what its Vercel side writes; or {"error"}.

Agenta's packages import the whole SDK when they are first touched (price tables, tracing, web framework), which reading
messages does not need: those packages are entered here without running their own first file."""

import asyncio
import importlib.util
import json
import os
import sys
import types
from importlib.machinery import ModuleSpec
from pathlib import Path

os.environ.setdefault("AGENTA_LOG_CONSOLE_ENABLED", "false")
answers, sys.stdout = sys.stdout, sys.stderr

QUIET = [
    "agenta",
    "agenta.sdk",
    "agenta.sdk.agents",
    "agenta.sdk.agents.adapters",
    "agenta.sdk.agents.adapters.vercel",
    "agenta.sdk.engines",
    "agenta.sdk.engines.running",
    "agenta.sdk.engines.tracing",
    "agenta.sdk.models",
    "agenta.sdk.redaction",
    "agenta.sdk.utils",
]


class WithoutFirstFile:
    """Finds the packages of QUIET as folders of modules."""

    def __init__(self, root):
        self.root = root

    def find_spec(self, name, path=None, target=None):
        if name not in QUIET:
            return None
        spec = ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [str(self.root.joinpath(*name.split(".")[1:]))]
        return spec


def agenta():
    """Readers of Agenta's wire formats."""
    root = Path(importlib.util.find_spec("agenta").submodule_search_locations[0])
    sys.meta_path.insert(0, WithoutFirstFile(root))
    # The SDK asks litellm for the prices of models while it is imported; no message depends on them.
    prices = types.ModuleType("litellm")
    prices.cost_calculator = types.ModuleType("litellm.cost_calculator")
    prices.cost_calculator.cost_per_token = lambda **_: (0.0, 0.0)
    prices.__getattr__ = lambda name: {}
    sys.modules.update({"litellm": prices, "litellm.cost_calculator": prices.cost_calculator})

    from agenta.sdk.agents.adapters.vercel.stream import agent_stream_to_vercel_stream
    from agenta.sdk.agents.dtos import to_messages
    from agenta.sdk.agents.fold import fold
    from agenta.sdk.models.workflows import WorkflowBatchResponse, WorkflowInvokeRequest

    def stream(text):
        events = [flat(record) for record in records(text)]
        if not events:
            raise ValueError("the stream has no frame")
        folded = fold(events, stop_reason=None)

        async def project():
            async def source():
                for event in events:
                    yield event

            made = agent_stream_to_vercel_stream(source(), message_id="msg", session_id=None, trace_id=None)
            return [part async for part in made]

        parts = asyncio.run(project())
        for part in parts:
            # The document's `unknown` is a word that the AI SDK of today no longer has.
            if part.get("finishReason") == "unknown":
                part["finishReason"] = "other"
        sse = "".join(f"data: {json.dumps(part)}\n\n" for part in parts) + "data: [DONE]\n\n"
        return {**of_batch(folded["messages"]), "parts": sse}

    def history(given):
        taken = to_messages(given)
        if len(taken) != len(given):
            raise ValueError(f"{len(given) - len(taken)} messages are dropped")
        return of_blocks([message.to_wire() for message in taken])

    def messages(text):
        given = json.loads(text)
        return history(given if isinstance(given, list) else [given])

    def request(text):
        return history(WorkflowInvokeRequest.model_validate_json(text).data.inputs["messages"])

    def response(text):
        outputs = WorkflowBatchResponse.model_validate_json(text).data.outputs
        return of_batch(outputs["messages"])

    return {
        "agenta-stream": stream,
        "agenta-messages": messages,
        "agenta-request": request,
        "agenta-response": response,
    }


def terminal_use():
    """Readers of Terminal Use's wire formats: the models of its client."""
    from pydantic import TypeAdapter
    from terminaluse.types.list_messages_v2response import ListMessagesV2Response
    from terminaluse.types.ui_message import UiMessage

    def messages(text):
        given = json.loads(text)
        given = given if isinstance(given, list) else [given]
        TypeAdapter(list[UiMessage]).validate_python(given)
        return {}

    def response(text):
        TypeAdapter(ListMessagesV2Response).validate_json(text)
        return {}

    return {"terminal-use-messages": messages, "terminal-use-response": response}


def records(text):
    """The frames of a stream: SSE data lines, JSON lines, or one array."""
    text = text.lstrip("\ufeff").strip()
    if text.startswith("["):
        return json.loads(text)
    lines = (line.removeprefix("data:").strip() for line in text.splitlines())
    return [json.loads(line) for line in lines if line.startswith("{")]


def flat(record):
    """An event as the package's own transport hands it on: the runner's carrier is taken off."""
    event = record.get("event", record) if record.get("kind") == "event" else record
    return event if "data" in event else {"type": event["type"], "data": event}


def of_batch(messages):
    """What the last turn of a folded batch says."""
    text = [said["content"] for said in messages if said["role"] == "assistant" and isinstance(said["content"], str)]
    calls = [
        {"name": said.get("tool_name"), "input": {} if said.get("input") is None else said["input"]}
        for said in messages
        if said["role"] == "tool" and ("input" in said or "tool_name" in said)
    ]
    return {"text": "".join(text), "calls": calls}


def of_blocks(messages):
    """What the last turn of a history says."""
    last_user = max((at for at, said in enumerate(messages) if said["role"] == "user"), default=-1)
    blocks = []
    for said in messages[last_user + 1 :]:
        if said["role"] != "assistant":
            continue
        content = said.get("content", "")
        blocks += [{"type": "text", "text": content}] if isinstance(content, str) else content
    return {
        "text": "".join(block.get("text", "") for block in blocks if block["type"] == "text"),
        "calls": [
            {"name": block.get("toolName"), "input": block.get("input", {})}
            for block in blocks
            if block["type"] == "tool_call"
        ],
    }


def main():
    """Answers the jobs on stdin with the readers of the family that is asked for."""
    readers = {"agenta": agenta, "terminal-use": terminal_use}[sys.argv[1]]()
    for line in sys.stdin:
        job = json.loads(line)
        try:
            answer = readers[job["format"]](job["text"])
        except Exception as error:  # Whatever the package raises is its answer.
            answer = {"error": f"{type(error).__name__}: {error}"[:600]}
        print(json.dumps(answer), file=answers, flush=True)


main()
