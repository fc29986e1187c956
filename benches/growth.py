#!/usr/bin/env python3
"""How cost grows with the input: CPU time for each MB and peak memory at several sizes, and for many small files.

  benches/growth.py [--chatwire BIN] [--sizes 10,100,1000] [--files 10000] [--tmp FOLDER]

Needs Python's standard library alone. The input is made here and is the same on each run; files are deleted as soon as they
are measured. CPU time is user and system of the command alone; output goes through a pipe that is read and dropped.
"""
import argparse, json, os, select, subprocess, sys, tempfile

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
    head = {"id": "chatcmpl-@", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    delta = lambda d, end=None: json.dumps(
        {**head, "choices": [{"index": 0, "delta": d, "finish_reason": end}]}, separators=(",", ":"), ensure_ascii=False)
    yield delta({"role": "assistant", "content": ""})
    for i in range(300):
        yield delta({"content": " " + words(turn + i, 1 + i % 3)})
    yield delta({}, "stop")


def messages(turn):
    call = {"id": "call_@", "type": "function", "function": {"name": "look", "arguments": json.dumps({"n": turn})}}
    for message in (
        {"role": "user", "content": words(turn, 60)},
        {"role": "assistant", "content": words(turn, 80), "tool_calls": [call]},
        {"role": "tool", "tool_call_id": call["id"], "content": words(turn, 300)},
        {"role": "assistant", "content": words(turn, 200)},
    ):
        yield json.dumps(message, ensure_ascii=False)


def turn_of(kind, turn):
    """The text of a turn; `@` stands for its number."""
    if kind == "stream":
        return "".join(f"data: {chunk}\n\n" for chunk in chunks(turn)) + "data: [DONE]\n\n"
    if kind == "log":
        return "[" + ",".join(one for t in range(6) for one in messages(turn * 6 + t)) + "]\n"
    return ",\n".join(chunks(turn) if kind == "frames" else messages(turn))


def make(kind, path, size):
    turns, in_array = [turn_of(kind, turn) for turn in range(40)], kind in ("frames", "history")
    with open(path, "w", encoding="utf-8") as out:
        length = out.write("[" if in_array else "")
        turn = 0
        while length < size:
            between = ",\n" if in_array and turn else ""
            length += len((between + turns[turn % 40].replace("@", str(turn))).encode())
            out.write(between + turns[turn % 40].replace("@", str(turn)))
            turn += 1
        out.write("]\n" if in_array else "")
    return os.path.getsize(path)


def peak_of(pid):
    """Peak memory so far in MB. What wait4 tells begins with the memory of this program."""
    try:
        with open(f"/proc/{pid}/status") as status:
            return next((int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM")), 0)
    except OSError:
        return 0


def run(command):
    """CPU seconds and peak MB of a command."""
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    out, peak = child.stdout.fileno(), 0
    while True:
        ready, _, _ = select.select([out], [], [], 0.005)
        peak = max(peak, peak_of(child.pid))
        if ready and not os.read(out, 1 << 20):
            break
    _, _, used = os.wait4(child.pid, 0)
    child.returncode = 0
    return used.ru_utime + used.ru_stime, peak


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
        short = "".join(f"data: {chunk}\n\n" for chunk in list(chunks(0))[:20]) + "data: [DONE]\n\n"
        for n in [args.files // 10, args.files] if args.files else []:
            paths = [os.path.join(folder, f"{i}.sse") for i in range(n)]
            for i, one in enumerate(paths):
                with open(one, "w", encoding="utf-8") as out:
                    out.write(short.replace("@", str(i)))
            cpu, peak = run([args.chatwire, "--to", "anthropic-stream", *paths])
            print(f"| {n} small files in one call | | {cpu / n * 1e6:.1f} µs a file | {peak:.1f} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
