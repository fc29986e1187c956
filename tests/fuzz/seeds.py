#!/usr/bin/env python3
"""Seeds and a dictionary for the fuzz targets, made of the captures in tests: seeds.py CHATWIRE FOLDER

FOLDER/one is for the targets whose first byte chooses a format (read, diff), FOLDER/two for those with two (transcode,
recur), FOLDER/none for validate; for framing any will do. FOLDER/words holds keys and type words.
"""
import hashlib, pathlib, re, subprocess, sys

chatwire, folder = sys.argv[1], pathlib.Path(sys.argv[2])
tests = pathlib.Path(__file__).resolve().parent.parent
MOST = 6000

rows = subprocess.run([chatwire, "formats"], capture_output=True, text=True, check=True).stdout.split("\n\n")[0]
numbers = {row.split()[1]: int(row.split()[0]) - 1 for row in rows.splitlines()[1:]}
files = [path for name in ("specimens", "corpus") for path in sorted((tests / name).rglob("*"))]
files = [path for path in files if path.is_file() and path.stat().st_size <= MOST]

words = set()
for kind in ("none", "one", "two"):
    (folder / kind).mkdir(parents=True, exist_ok=True)
for nth, path in enumerate(files):
    data = path.read_bytes()
    words.update(re.findall(rb'"[A-Za-z_-]{2,32}"', data))
    found = subprocess.run([chatwire, "detect", path], capture_output=True, text=True).stdout.split()
    number = numbers.get(found[1]) if len(found) > 1 else None
    if number is None:
        continue
    for kind, chosen in (("none", []), ("one", [number]), ("two", [number, nth % len(numbers)])):
        (folder / kind / hashlib.sha1(data).hexdigest()).write_bytes(bytes(chosen) + data)
lines = [b'"' + word.replace(b'"', b'\\"') + b'"\n' for word in sorted(words)]
(folder / "words").write_bytes(b"".join(lines))
