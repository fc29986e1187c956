#!/usr/bin/env python3
"""How cost grows where an input is made to be costly: one reply or history that has very many of one thing.

  benches/worst.py CHATWIRE [--size N] [--limit X] [--only TEXT] [--to FORMAT,FORMAT]
  benches/worst.py CHATWIRE --make NAME [--size N]

Needs Python's standard library alone. Each input is made with N/4 and with N things; CPU time is user and system of the
command alone, memory its peak, of which up to 20 MB may be those of this script. A lane of which either grows by more than
the limit (6 for 4 times the input) is marked, and the exit code is 1. At the end comes the slowest lane of each input.
"""
import argparse, json, os, subprocess, sys, tempfile

TARGETS = ("openai-messages", "anthropic-messages", "anthropic-stream", "vercel-messages", "vercel-stream",
           "ag-ui-messages", "ag-ui-stream", "agenta-messages", "agenta-stream", "native", "native-stream")
INPUTS = {}


def an_input(name, source):
    def note(make):
        INPUTS[name] = (source, make)
        return make
    return note


def lines(*parts):
    return "".join(json.dumps(part) + "\n" for some in parts for part in ([some] if isinstance(some, dict) else some))


def openai(delta, index=0, end=None, **more):
    choice = {"index": index, "delta": delta, "finish_reason": end}
    return {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice], **more}


def call(i, **more):
    return {"index": i, "id": f"c{i}", "type": "function", "function": {"name": "f", "arguments": "{}"}, **more}


def a_run(*parts):
    run = {"threadId": "t", "runId": "r"}
    return lines({"type": "RUN_STARTED", **run}, *parts, {"type": "RUN_FINISHED", **run})


@an_input("calls of one reply", "openai-stream")
def _(n):
    return lines(openai({"role": "assistant"}), (openai({"tool_calls": [call(i)]}) for i in range(n)),
                 openai({}, end="tool_calls"))


@an_input("choices in one frame", "openai-stream")
def _(n):
    choices = [{"index": i, "delta": {"content": "x"}, "finish_reason": "stop"} for i in range(n)]
    return lines({**openai({}), "choices": choices})


@an_input("choices, a frame each", "openai-stream")
def _(n):
    return lines((openai({"content": "x"}, i) for i in range(n)), (openai({}, i, "stop") for i in range(n)))


@an_input("unknown members of one frame", "openai-stream")
def _(n):
    return lines(openai({"role": "assistant", "content": "x"}, **{f"x{i}": i for i in range(n)}), openai({}, end="stop"))


@an_input("unknown members of each frame", "openai-stream")
def _(n):
    frame, end = openai({"content": "x"}), openai({}, end="stop")
    for chunk in (frame, end):
        chunk["choices"][0].update({f"x{i}": i for i in range(n)})
    return lines(frame, frame, frame, end)


@an_input("one member many times", "openai-stream")
def _(n):
    first = json.dumps(openai({"role": "assistant", "content": "x"}))
    return first[:-1] + ',"x":1' * n + "}\n" + lines(openai({}, end="stop"))


@an_input("log probabilities", "openai-stream")
def _(n):
    one = {"content": [{"token": "a", "logprob": -0.1, "bytes": [97], "top_logprobs": []}]}
    chunk = openai({"content": "a"})
    chunk["choices"][0]["logprobs"] = one
    return lines(openai({"role": "assistant", "content": ""}), (chunk for _ in range(n)), openai({}, end="stop"))


@an_input("one huge string", "openai-stream")
def _(n):
    return lines(openai({"role": "assistant", "content": "x" * n * 40}), openai({}, end="stop"))


@an_input("deep frames", "openai-stream")
def _(n):
    deep = '{"a":' * 500 + "1" + "}" * 500 + "\n"
    return lines(openai({"role": "assistant", "content": "x"})) + deep * (n // 100) + lines(openai({}, end="stop"))


@an_input("calls of one message", "openai-messages")
def _(n):
    says = {"role": "assistant", "content": None, "tool_calls": [call(i) for i in range(n)]}
    answers = [{"role": "tool", "tool_call_id": f"c{i}", "content": "r"} for i in range(n)]
    return json.dumps([{"role": "user", "content": "q"}, says, *answers])


@an_input("calls answered at the end", "openai-messages")
def _(n):
    says = [{"role": "assistant", "content": None, "tool_calls": [call(i)]} for i in range(n)]
    answers = [{"role": "tool", "tool_call_id": f"c{i}", "content": "r"} for i in range(n)]
    return json.dumps([{"role": "user", "content": "q"}, *says, *answers])


@an_input("one id for all calls", "openai-messages")
def _(n):
    says = {"role": "assistant", "content": None, "tool_calls": [call(0) for _ in range(n)]}
    answers = [{"role": "tool", "tool_call_id": "c0", "content": "r"} for _ in range(n)]
    return json.dumps([{"role": "user", "content": "q"}, says, *answers])


@an_input("instructions between", "openai-messages")
def _(n):
    return json.dumps([{"role": role, "content": "q"} for _ in range(n) for role in ("user", "system")])


@an_input("details of a reasoning", "openai-stream")
def _(n):
    detail = lambda i: [{"type": "reasoning.text", "text": "a", "index": i, "id": f"r{i}"}]
    return lines((openai({"reasoning_details": detail(i)}) for i in range(n)), openai({}, end="stop"))


@an_input("blocks open at once", "anthropic-stream")
def _(n):
    head = {"id": "m", "type": "message", "role": "assistant", "model": "m", "content": [], "stop_reason": None,
            "usage": {"input_tokens": 1, "output_tokens": 1}}
    every = range(n)
    return lines(
        {"type": "message_start", "message": head},
        ({"type": "content_block_start", "index": i, "content_block": {"type": "text", "text": ""}} for i in every),
        ({"type": "content_block_delta", "index": i, "delta": {"type": "text_delta", "text": "a"}} for i in every),
        ({"type": "content_block_stop", "index": i} for i in every), {"type": "message_stop"})


@an_input("tiny frames", "vercel-stream")
def _(n):
    return lines({"type": "text-start", "id": "t"}, ({"type": "text-delta", "id": "t", "delta": "a"} for _ in range(n * 4)),
                 {"type": "text-end", "id": "t"}, {"type": "finish"})


@an_input("open texts", "vercel-stream")
def _(n):
    every = range(n)
    return lines({"type": "start"}, ({"type": "text-start", "id": f"t{i}"} for i in every),
                 ({"type": "text-delta", "id": f"t{i}", "delta": "a"} for i in every),
                 ({"type": "text-end", "id": f"t{i}"} for i in every), {"type": "finish"})


@an_input("open calls, then their results", "vercel-stream")
def _(n):
    every = range(n)
    return lines({"type": "start"}, ({"type": "tool-input-start", "toolCallId": f"c{i}", "toolName": "f"} for i in every),
                 ({"type": "tool-input-available", "toolCallId": f"c{i}", "toolName": "f", "input": {}} for i in every),
                 ({"type": "tool-output-available", "toolCallId": f"c{i}", "output": 1} for i in every), {"type": "finish"})


@an_input("a call that begins again", "vercel-stream")
def _(n):
    of_call = {"toolCallId": "c", "toolName": "f"}
    again = lambda i: ({"type": "tool-input-start", **of_call},
                       {"type": "tool-input-available", **of_call, "input": {"i": i}},
                       {"type": "tool-output-available", "toolCallId": "c", "output": i})
    return lines({"type": "start"}, (frame for i in range(n) for frame in again(i)), {"type": "finish"})


@an_input("calls that begin again", "vercel-stream")
def _(n):
    def call(i):
        of_call = {"toolCallId": f"c{i}", "toolName": "f"}
        return ({"type": "tool-input-start", **of_call}, {"type": "tool-input-available", **of_call, "input": {}},
                {"type": "tool-output-available", "toolCallId": f"c{i}", "output": i})
    return lines({"type": "start"}, (frame for _ in range(2) for i in range(n) for frame in call(i)), {"type": "finish"})


@an_input("data told anew with other members", "vercel-stream")
def _(n):
    told = ({"type": "data-x", "id": "d", "data": i, f"x{i}": 1} for i in range(n))
    return lines({"type": "start"}, told, {"type": "finish"})


@an_input("steps that end while texts are open", "vercel-stream")
def _(n):
    return lines({"type": "start"}, ({"type": "text-start", "id": f"t{i}"} for i in range(n)),
                 ({"type": "finish-step"} for _ in range(n)), {"type": "finish"})


@an_input("a block of its own kind", "anthropic-stream")
def _(n):
    return lines({"type": "content_block_start", "index": 0, "content_block": {"type": "compaction", "content": ""}},
                 ({"type": "content_block_delta", "index": 0, "delta": {"type": "compaction_delta", "content": "a" * 40}}
                  for _ in range(n)), {"type": "content_block_stop", "index": 0}, {"type": "message_stop"})


@an_input("data parts by id", "vercel-stream")
def _(n):
    return lines({"type": "start"}, ({"type": "data-x", "id": f"d{i}", "data": i} for i in range(n)), {"type": "finish"})


@an_input("patches of a state that grows", "ag-ui-stream")
def _(n):
    add = lambda i: [{"op": "add", "path": f"/k{i}", "value": f"value {i}"}]
    return a_run({"type": "STATE_DELTA", "delta": add(i)} for i in range(n))


@an_input("patches of a large state", "ag-ui-stream")
def _(n):
    state = {"type": "STATE_SNAPSHOT", "snapshot": {f"k{i}": i for i in range(n)}}
    patches = ({"type": "STATE_DELTA", "delta": [{"op": "replace", "path": f"/k{i}", "value": "v"}]} for i in range(n))
    return a_run(state, patches)


@an_input("patches that fail at their end", "ag-ui-stream")
def _(n):
    state = {"type": "STATE_SNAPSHOT", "snapshot": {f"k{i}": i for i in range(n)}}
    patch = [{"op": "remove", "path": "/k0"}, {"op": "add", "path": "/z", "value": 1},
             {"op": "test", "path": "/z", "value": 2}]
    return a_run(state, ({"type": "STATE_DELTA", "delta": patch} for _ in range(n)))


@an_input("patches inside an array", "ag-ui-stream")
def _(n):
    state = {"type": "STATE_SNAPSHOT", "snapshot": {"l": list(range(n))}}
    patch = [{"op": "remove", "path": f"/l/{n // 4}"}, {"op": "add", "path": f"/l/{n // 2}", "value": 0}]
    return a_run(state, ({"type": "STATE_DELTA", "delta": patch} for _ in range(n)))


@an_input("patches of an activity that grows", "ag-ui-stream")
def _(n):
    of_plan = {"messageId": "a", "activityType": "PLAN"}
    add = lambda i: [{"op": "add", "path": f"/k{i}", "value": f"value {i}"}]
    return a_run({"type": "ACTIVITY_SNAPSHOT", **of_plan, "content": {}},
                 ({"type": "ACTIVITY_DELTA", **of_plan, "patch": add(i)} for i in range(n)))


@an_input("pieces of metadata", "vercel-stream")
def _(n):
    return lines({"type": "start"}, ({"type": "message-metadata", "messageMetadata": {f"k{i}": i}} for i in range(n)),
                 {"type": "finish"})


@an_input("open messages", "ag-ui-stream")
def _(n):
    every = range(n)
    return a_run(({"type": "TEXT_MESSAGE_START", "messageId": f"m{i}", "role": "assistant"} for i in every),
                 ({"type": "TEXT_MESSAGE_CONTENT", "messageId": f"m{i}", "delta": "a"} for i in every),
                 ({"type": "TEXT_MESSAGE_END", "messageId": f"m{i}"} for i in every))


@an_input("snapshots of nothing", "ag-ui-stream")
def _(n):
    every = range(n)
    return a_run(({"type": "TOOL_CALL_START", "toolCallId": f"c{i}", "toolCallName": "f"} for i in every),
                 ({"type": "ACTIVITY_SNAPSHOT", "messageId": f"a{i}", "activityType": "P", "content": {}} for i in every),
                 ({"type": "MESSAGES_SNAPSHOT", "messages": []} for i in every))


@an_input("subagents that speak in chunks", "ag-ui-stream")
def _(n):
    chunk = lambda i: {"type": "TEXT_MESSAGE_CHUNK", "messageId": f"m{i}", "subagentRunId": f"s{i}", "delta": "a"}
    return a_run(chunk(i) for _ in range(2) for i in range(n))


@an_input("steps that run", "ag-ui-stream")
def _(n):
    return a_run(({"type": "STEP_STARTED", "stepName": f"s{i}"} for i in range(n)),
                 ({"type": "STEP_FINISHED", "stepName": f"s{i}"} for i in range(n)))


@an_input("faults", "ag-ui-stream")
def _(n):
    return a_run({"type": "TEXT_MESSAGE_END", "messageId": f"m{i}"} for i in range(n))


@an_input("open texts of Agenta", "agenta-stream")
def _(n):
    every = range(n)
    said = lambda kind, i, **more: {"type": f"message_{kind}", "data": {"id": f"m{i}", **more}}
    return lines((said("start", i) for i in every), (said("delta", i, delta="a") for i in every),
                 (said("end", i) for i in every), {"type": "done", "data": {"stopReason": "end_turn"}})


def cost(command):
    """CPU seconds and peak megabytes of a command."""
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, used = os.wait4(child.pid, 0)
    child.returncode = 0
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("chatwire")
    args.add_argument("--size", type=int, default=40000)
    args.add_argument("--limit", type=float, default=6)
    args.add_argument("--only", default="", help="inputs whose name has this text")
    args.add_argument("--to", default=",".join(TARGETS))
    args.add_argument("--make", help="write this input alone, of --size things")
    args = args.parse_args()
    if args.make:
        sys.stdout.write(INPUTS[args.make][1](args.size))
        return 0
    (start, _), slow, worst = cost([args.chatwire, "--version"]), 0, []
    with tempfile.TemporaryDirectory() as folder:
        print("| input | lane | CPU s | for a quarter | grows | MB | grows |\n|---|---|---|---|---|---|---|")
        for name, (source, _) in INPUTS.items():
            if args.only not in name:
                continue
            paths = [os.path.join(folder, size) for size in ("quarter", "whole")]
            for path, size in zip(paths, (args.size // 4, args.size)):
                with open(path, "w", encoding="utf-8") as out:
                    # A process of its own makes it, for a child's peak counts what its parent held.
                    subprocess.run([sys.executable, __file__, args.chatwire, "--make", name, "--size", str(size)], stdout=out, check=True)
            folds, rows = [["fold"]] if source.endswith("-stream") else [], []
            for words in [*(["--to", to] for to in args.to.split(",")), *folds, ["validate"]]:
                least = lambda path: map(min, zip(*(cost([args.chatwire, *words, "-q", "-f", source, path]) for _ in range(2))))
                (less, few), (more, much) = map(least, paths)
                grows, swells = (more - start) / max(less - start, 0.002), much / few
                bad = grows > args.limit and more > 0.1 or swells > args.limit
                slow += bad
                row = f"| {name} | {' '.join(words)} | {more:.3f} | {less:.3f} | {grows:.1f} × | {much:.0f} | {swells:.1f} × |"
                print(row + (" **slow**" if bad else ""), flush=True)
                rows.append((more, row))
            worst.append(max(rows)[1])
    print("", *worst, sep="\n")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
