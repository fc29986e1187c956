#!/usr/bin/env python3
"""How cost grows with the input: CPU time for each MB and peak memory at several sizes, and for many small files.

  benches/growth.py [--chatwire BIN] [--sizes 10,100,1000] [--files 10000] [--tmp FOLDER]

Needs Python's standard library alone. The input is made here and is the same on each run; files are deleted as soon as they
are measured. CPU time is user and system of the command alone; output goes through a pipe that is read and dropped.
"""
import argparse, json, os, subprocess, sys, tempfile

LANES = [
    ("stream", ["--to", "anthropic-stream"], "OpenAI stream to anthropic-stream"),
    ("stream", ["fold"], "OpenAI stream, fold"),
    ("stream", ["validate"], "OpenAI stream, validate"),
    ("frames", ["--to", "anthropic-stream"], "the same stream as one JSON array of chunks"),
    ("history", ["--to", "anthropic-messages"], "one JSON array, an OpenAI history, to anthropic-messages"),
    ("history", ["validate"], "one JSON array, an OpenAI history, validate"),
    ("log", ["-j", "1", "--to", "anthropic-messages"], "OpenAI log, one core, to anthropic-messages"),
]
WORDS = "the tide of a small harbour turns twice each day and the boats turn with it café — 東京 \\n\\n `code`".split()


def words(seed, n):
    return " ".join(WORDS[(seed * 7919 + i * 104729) % len(WORDS)] for i in range(n))


def chunks(turn):
    head = {"id": f"chatcmpl-{turn}", "object": "chat.completion.chunk", "created": turn, "model": "m"}
    delta = lambda d, end=None: json.dumps(
        {**head, "choices": [{"index": 0, "delta": d, "finish_reason": end}]}, separators=(",", ":"), ensure_ascii=False)
    yield delta({"role": "assistant", "content": ""})
    for i in range(300):
        yield delta({"content": " " + words(turn + i, 1 + i % 3)})
    yield delta({}, "stop")


def messages(turn):
    call = {"id": f"call_{turn}", "type": "function", "function": {"name": "look", "arguments": json.dumps({"n": turn})}}
    yield {"role": "user", "content": words(turn, 60)}
    yield {"role": "assistant", "content": words(turn, 80), "tool_calls": [call]}
    yield {"role": "tool", "tool_call_id": call["id"], "content": words(turn, 300)}
    yield {"role": "assistant", "content": words(turn, 200)}


def make(kind, path, size):
    with open(path, "w", encoding="utf-8") as out:
        turn, first = 0, True
        if kind in ("frames", "history"):
            out.write("[")
        while out.tell() < size:
            turn += 1
            if kind == "stream":
                out.write("".join(f"data: {chunk}\n\n" for chunk in chunks(turn)) + "data: [DONE]\n\n")
            elif kind == "log":
                several = [m for t in range(6) for m in messages(turn * 6 + t)]
                out.write(json.dumps(several, ensure_ascii=False) + "\n")
            else:
                items = chunks(turn) if kind == "frames" else (json.dumps(m, ensure_ascii=False) for m in messages(turn))
                out.write(("" if first else ",\n") + ",\n".join(items))
                first = False
        if kind in ("frames", "history"):
            out.write("]\n")
    return os.path.getsize(path)


def run(command):
    """CPU seconds and peak MB of a command."""
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    while child.stdout.read(1 << 20):
        pass
    _, _, used = os.wait4(child.pid, 0)
    child.returncode = 0
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--chatwire", default="target/release/chatwire")
    args.add_argument("--sizes", default="10,100,1000")
    args.add_argument("--files", type=int, default=10000)
    args.add_argument("--only", default="", help="lanes whose name has this text")
    args.add_argument("--tmp")
    args = args.parse_args()
    sizes = [int(size) for size in args.sizes.split(",") if size]
    with tempfile.TemporaryDirectory(dir=args.tmp) as folder:
        print("| lane | MB | ns of CPU a byte | peak MB |\n|---|---|---|---|")
        path = os.path.join(folder, "input")
        for kind in dict.fromkeys(lane[0] for lane in LANES):
            lanes = [lane for lane in LANES if lane[0] == kind and args.only in lane[2]]
            for size in sizes if lanes else []:
                length = make(kind, path, size * 1_000_000)
                for _, words, name in lanes:
                    command = [args.chatwire, *words, path]
                    cpu, peak = min(run(command) for _ in range(3 if size < 1000 else 1))
                    print(f"| {name} | {size} | {cpu / length * 1e9:.2f} | {peak:.1f} |", flush=True)
                os.remove(path)
        for n in [args.files // 10, args.files] if args.files else []:
            paths = [os.path.join(folder, f"{i}.sse") for i in range(n)]
            for i, one in enumerate(paths):
                with open(one, "w", encoding="utf-8") as out:
                    out.write("".join(f"data: {chunk}\n\n" for chunk in list(chunks(i))[:20]) + "data: [DONE]\n\n")
            cpu, peak = run([args.chatwire, "--to", "anthropic-stream", *paths])
            print(f"| {n} small files in one call | | {cpu / n * 1e6:.1f} µs a file | {peak:.1f} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
