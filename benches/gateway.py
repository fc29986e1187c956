#!/usr/bin/env python3
"""A gateway's log for `chatwire --at`, and the proof that the rest of each row stays as it was.

    benches/gateway.py make 1000 > log.ndjson             about so many MB of rows
    chatwire log.ndjson --at /request --at /response --to openai > out.ndjson
    benches/gateway.py check log.ndjson out.ndjson        every byte outside both members, row by row
"""

import json
import random
import sys

WORDS = "tide low high water noon harbour mast chart wind knot current moon spring neap buoy".split()


def text(some, n):
    return " ".join(some.choice(WORDS) for _ in range(n)) + some.choice([".", " …", " “é”", "\n\n1.5e3"])


def anthropic(some):
    call = {"type": "tool_use", "id": f"toolu_{some.randrange(10**9)}", "name": "get_tide", "input": {"at": text(some, 2)}}
    turns = []
    for _ in range(some.randint(1, 6)):
        turns.append({"role": "user", "content": text(some, 40)})
        turns.append({"role": "assistant", "content": [{"type": "text", "text": text(some, 120)}, call]})
        turns.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": call["id"], "content": text(some, 30)}]})
    request = {"model": "m", "max_tokens": 1024, "system": text(some, 60), "messages": turns}
    usage = {"input_tokens": 90, "output_tokens": 40}
    reply = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": [{"type": "text", "text": text(some, 150)}],
             "stop_reason": "end_turn", "stop_sequence": None, "usage": usage}
    return request, reply


def openai(some):
    turns = [{"role": "developer", "content": text(some, 60)}]
    for _ in range(some.randint(1, 8)):
        turns += [{"role": "user", "content": text(some, 40)}, {"role": "assistant", "content": text(some, 150)}]
    request = {"model": "m", "messages": turns + [{"role": "user", "content": text(some, 9)}], "max_completion_tokens": 512}
    head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    deltas = [{"role": "assistant", "content": ""}] + [{"content": text(some, 2)} for _ in range(40)]
    chunks = [{**head, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
    chunks.append({**head, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    stream = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"
    return request, stream


def make(megabytes):
    some, size, n = random.Random(7), 0, 0
    while size < megabytes * 10**6:
        request, response = (anthropic if n % 2 else openai)(some)
        response = None if n % 10 == 9 else response
        headers = json.dumps({"user-agent": text(some, 5), "x-n": n})
        row = f'{{"ts" : {n}.{n % 1000:03}e0,"headers":{headers}, "request":{json.dumps(request)} ,"response" : {json.dumps(response)}, "ms":{n}.50, "tags":[ "a",{n} ]}}\n'
        size += len(row.encode())
        n += 1
        sys.stdout.write(row)


def rest(row):
    """What stands outside both members, and whether they are strings."""
    decoder = json.JSONDecoder()
    start = row.index('"request":') + len('"request":')
    request, end = decoder.raw_decode(row, start)
    again = row.index('"response" : ', end) + len('"response" : ')
    response, last = decoder.raw_decode(row, again)
    return row[:start], row[end:again], row[last:], isinstance(request, str), isinstance(response, str)


def check(before, after):
    n = 0
    with open(before, newline="") as left, open(after, newline="") as right:
        for n, (one, other) in enumerate(zip(left, right, strict=True), 1):
            if rest(one) != rest(other):
                sys.exit(f"row {n} differs outside its members")
    print(f"{n} rows, all the same outside their members")


if sys.argv[1] == "make":
    make(int(sys.argv[2]))
else:
    check(*sys.argv[2:])
