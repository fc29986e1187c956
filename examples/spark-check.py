"""spark-check.py [--rows N] [--bad N]

Runs spark.py on a log of N rows, some of them bad, on all cores of this machine, and checks what comes out: as many rows,
in order, the bad ones as they were and each named among the rejects. Needs pyspark (PyPI), Java and chatwire."""
import argparse
import glob
import json
import os
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))


def row(n):
    call = {"id": f"call_{n}", "type": "function", "function": {"name": "tide", "arguments": json.dumps({"day": n})}}
    return json.dumps([
        {"role": "user", "content": f"Is it low tide on day {n}?"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": f"call_{n}", "content": "low"},
        {"role": "assistant", "content": f"Yes, on day {n}."},
    ])


def main():
    options = argparse.ArgumentParser(usage=__doc__)
    options.add_argument("--rows", type=int, default=1_000_000)
    options.add_argument("--bad", type=int, default=10)
    asked = options.parse_args()
    bad = {(2 * k + 1) * asked.rows // (2 * asked.bad) for k in range(asked.bad)}
    with tempfile.TemporaryDirectory() as place:
        log, out, rejects = (os.path.join(place, name) for name in ("log.ndjson", "out", "rejects"))
        with open(log, "w") as file:
            file.writelines(row(n)[: -20 if n in bad else None] + "\n" for n in range(asked.rows))
        began = time.monotonic()
        words = ["--from", "openai-messages", "--to", "anthropic-messages"]
        subprocess.run([sys.executable, os.path.join(HERE, "spark.py"), log, out, rejects, *words], check=True)
        seconds = time.monotonic() - began
        count = 0
        for part in sorted(glob.glob(os.path.join(out, "part-*"))):
            for line in open(part):
                if count in bad:
                    assert line == row(count)[:-20] + "\n", f"row {count} is not as it was: {line}"
                else:
                    said = json.loads(line)
                    assert said[1]["content"][0]["input"] == {"day": count}, f"row {count}: {line}"
                count += 1
        assert count == asked.rows, f"{count} rows of {asked.rows}"
        named = [json.loads(line) for part in glob.glob(os.path.join(rejects, "*")) for line in open(part)]
        assert sorted(one["row"] for one in named) == sorted(row(n)[:-20] for n in bad), named
        print(f"{count} rows in {seconds:.0f} s, {len(named)} rejected: {sorted({one['rule'] for one in named})}")


if __name__ == "__main__":
    main()
