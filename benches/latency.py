#!/usr/bin/env python3
"""How much later than through `cat` a live event comes out.

  benches/latency.py [--chatwire BIN] [--events 400] [--pause 2]

Needs Python's standard library alone. An event goes into the pipe each `--pause` ms; the time is taken until the first byte
comes out. `cat` and chatwire take turns, event by event, so a busy machine delays both.
"""
import argparse, os, select, statistics, subprocess, sys, time

CHUNK = ('data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m",'
         '"choices":[{"index":0,"delta":{"content":" w%d"},"finish_reason":null}]}\n\n')
START = CHUNK.replace('"content":" w%d"', '"role":"assistant","content":""')


class Live:
    def __init__(self, command):
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.times = []

    def send(self, text):
        """Microseconds until something comes out; what comes is dropped."""
        out = self.child.stdout.fileno()
        began = time.perf_counter_ns()
        os.write(self.child.stdin.fileno(), text.encode())
        ready, _, _ = select.select([out], [], [], 2)
        took = (time.perf_counter_ns() - began) / 1000
        if ready:
            os.read(out, 1 << 16)
        return took if ready else float("inf")


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--chatwire", default="target/release/chatwire")
    args.add_argument("--events", type=int, default=400)
    args.add_argument("--pause", type=float, default=2)
    args = args.parse_args()
    lives = {"cat": Live(["cat"]), "chatwire": Live([args.chatwire, "--from", "openai-stream", "--to", "anthropic-stream"])}
    for live in lives.values():
        live.send(START)
        live.send(CHUNK % 0)
    for event in range(args.events):
        for live in lives.values():
            time.sleep(args.pause / 1000)
            live.times.append(live.send(CHUNK % event))
    for name, live in lives.items():
        live.child.stdin.close()
        times = sorted(live.times)
        print(f"{name}: median {statistics.median(times):.0f} µs, 99th percentile {times[len(times) * 99 // 100]:.0f} µs")
    later = [b - a for a, b in zip(lives["cat"].times, lives["chatwire"].times)]
    print(f"added: median {statistics.median(later):.0f} µs")


if __name__ == "__main__":
    sys.exit(main())
