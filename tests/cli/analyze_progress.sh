#!/usr/bin/env bash
# Progress of omen analyze on a terminal: a line with share, rate and what is left, wiped when done; none when quiet, and
# none where standard error is no terminal.
# rooms: cli, quick
set -eu
omen=$1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
python3 - "$tmp/t.std" <<'PY'
import random, sys
r = random.Random(1)
with open(sys.argv[1], "w") as f:
    for i in range(400000):
        x = r.randrange(2000)
        f.write("T%d|%s(V%d)|%d\n" % (r.randrange(8), "w" if r.random() < 0.2 else "r", x, x * 3 + r.randrange(3)))
PY
cat > "$tmp/drive.py" <<'PY'
"""Runs a command on a terminal of its own and prints what it wrote there; its standard output goes to a file."""
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0:
    os.dup2(os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
    os.execvp(sys.argv[2], sys.argv[2:])
seen = b""
while True:
    try:
        part = os.read(terminal, 65536)
    except OSError:  # the other end is closed
        break
    if not part:
        break
    seen += part
_, status = os.waitpid(pid, 0)
sys.stdout.buffer.write(seen)
sys.exit(status != 0)
PY
fail() { echo "FAILED: $*" >&2; exit 1; }
export OMEN_PROGRESS=0 # from the first moment on

python3 "$tmp/drive.py" "$tmp/out" "$omen" analyze "$tmp/t.std" -e hybrid > "$tmp/seen" || fail "analyze on a terminal"
grep -q "hybrid" "$tmp/out" || fail "no table on standard output"
python3 - "$tmp/seen" <<'PY' || fail "the progress is not as it should be: $(head -c 400 "$tmp/seen" | cat -v)"
import re, sys
seen = open(sys.argv[1], newline="").read()
lines = seen.split("\r\x1b[K")
shown = [re.fullmatch(r"(analysing|completing pairs): (\d+)%, [\d.]+ [Mk]? ?events/s, (\d+) s left", l) for l in lines if l]
assert shown and all(shown), lines
for what in ("analysing", "completing pairs"):
    share = [int(m[2]) for m in shown if m[1] == what]
    assert share == sorted(share) and all(s <= 100 for s in share), share
assert seen.endswith("\r\x1b[K"), "the last line is not wiped"
PY
python3 "$tmp/drive.py" "$tmp/out" "$omen" trace "$tmp/t.std" -o "$tmp/t.bin" > "$tmp/seen" || fail "trace on a terminal"
grep -q "writing: [0-9]*%, .* events/s, [0-9]* s left" "$tmp/seen" || fail "no progress of trace: $(cat -v "$tmp/seen")"

python3 "$tmp/drive.py" "$tmp/out" "$omen" analyze "$tmp/t.std" -q -e hb > "$tmp/seen"
[ ! -s "$tmp/seen" ] || fail "progress although it was to be quiet"
unset OMEN_PROGRESS
"$omen" analyze "$tmp/t.std" -e hb 2> "$tmp/seen" > /dev/null
[ ! -s "$tmp/seen" ] || fail "progress on what is no terminal"
