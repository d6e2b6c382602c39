#!/usr/bin/env bash
# What functions of the C library do to memory is checked: library.calls has a call of each in which a byte of its
# argument is not there, all in one program; every one is reported, at its line, and none of them when the byte is there.
# rooms: runtime/libc build, slow
here=$(cd "$(dirname "$0")" && pwd)
. "$here/run_common"
{
  cat "$here/library.h"
  sed 's/^\([a-zA-Z0-9_]*\): \(.*\)$/NOINLINE static void t_\1(size_t L) { \2 }/' "$here/library.calls"
  echo 'int main(int argc, char **argv) {'
  echo '  size_t less = argc > 1 && argv[1][0] == 98;'
  sed 's/^\([a-zA-Z0-9_]*\): .*/  t_\1(less);/' "$here/library.calls"
  echo '  puts("end"); }'
} >library.c
[ "$(grep -c '^NOINLINE static void t_' library.c)" -eq "$(wc -l <"$here/library.calls")" ] || fail 'not every call is in the program'
cat >compare.py <<'E2'
import json, re, sys
where = {n: m[1] for n, l in enumerate(open("library.c"), 1) if (m := re.match(r"NOINLINE static void t_(\w+)", l))}
report, found = json.load(open("report.json")), {}
for f in report.get("findings") or []:
    at = next((s["line"] for s in [f] + (f.get("stack") or []) if (s.get("file") or "").endswith("library.c") and s["line"] in where), None)
    found.setdefault(where.get(at, f"line {f.get('line')}"), []).append(f["kind"])
want = set(where.values()) if sys.argv[1] == "bad" else set()
for name in sorted(want - set(found)):
    print("missed:", name)
for name in sorted(set(found) - want):
    print("invented:", name, found[name])
for name in sorted(want & set(found)):
    if set(found[name]) != {"out-of-bounds"}:
        print("another kind:", name, found[name])
if report.get("races"):
    print("races:", [r["location"] for r in report["races"]])
E2
for level in O0 O2; do
  "$omen" cc -g -w -pthread -$level library.c -o library -lm || { fail "cannot compile at -$level"; continue; }
  for which in bad right; do
    rm -rf rec
    expect 0 "$omen" run --quiet --json report.json -o rec ./library $which || continue
    prints end
    python3 compare.py $which >wrong
    [ ! -s wrong ] || { fail "-$level, $which:"; sed 's/^/    /' wrong; }
    expect 0 "$omen" replay --quiet rec
    prints end
  done
done
done_testing
