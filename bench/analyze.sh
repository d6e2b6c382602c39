#!/usr/bin/env bash
# Race engines on large traces: bench/analyze.sh BUILD. Writes a table: million events a processor second (both
# threads counted, reading and both passes included), seconds, peak memory.
#
#   EVENTS="1000000 10000000"   sizes; 100000000 is worth it on a quiet machine with 4 GB of free disk
#   ENGINES="..."               default: all
#   WORK=folder                 where traces are kept (default: a temporary folder, removed)
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
omen=$1/bin/omen
work=${WORK:-$(mktemp -d)}
[ -n "${WORK:-}" ] || trap 'rm -rf "$work"' EXIT
mkdir -p "$work"
engines=${ENGINES:-hb hb-epoch shb shb-epoch fhb wcp lockset hybrid}
events=${EVENTS:-1000000 10000000}
${CLANG:-clang-19} -O2 -o "$work/gen" "$root/bench/analyze_gen.c"

trace() { # EVENTS THREADS SYNC VARS SHAPE -> $work/t.std, $work/t.bin
  "$work/gen" "$1" "$2" "$3" "$4" "$5" 1 > "$work/t.std"
  "$omen" trace -q "$work/t.std" -o "$work/t.bin"
}
measure() { # EVENTS ENGINE FORMAT -> "Mev/cpu-s seconds MB warnings pairs"
  /usr/bin/time -o "$work/time" -f "%U %S %e %M" "$omen" analyze -q "$work/t.$3" -e "$2" --json "$work/out.json" > /dev/null
  python3 - "$1" "$work/time" "$work/out.json" "$2" <<'PY'
import json, sys
u, s, e, m = map(float, open(sys.argv[2]).read().split())
r = json.load(open(sys.argv[3]))["engines"][sys.argv[4]]
print("%.1f | %.2f | %.0f | %d | %d" % (int(sys.argv[1]) / 1e6 / max(u + s, 1e-3), e, m / 1024, r["warnings"], len(r["pairs"])))
PY
}
row() { # EVENTS THREADS SYNC SHAPE
  for e in $engines; do
    for f in std bin; do echo "| $4 | $1 | $2 | $3 | $e | $f | $(measure "$1" "$e" $f) |"; done
  done
}
echo "$(date -u +%Y-%m-%d), $(nproc) processors, $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -1)"
echo
echo "| trace | events | threads | sync / 1000 | engine | from | M events / CPU s | wall s | peak MB | warnings | pairs |"
echo "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
for n in $events; do # by size
  for shape in mixed plain; do
    trace "$n" 8 10 $([ $shape = mixed ] && echo 10000 || echo 100000) $shape
    row "$n" 8 10 $shape
  done
done
n=${EVENTS_FIXED:-10000000}
engines=${ENGINES_FIXED:-$engines}
for t in 2 64 256; do # by threads
  trace "$n" $t 10 100000 plain
  row "$n" $t 10 plain
done
for s in 100 300; do # by share of synchronisation
  trace "$n" 8 $s 100000 plain
  row "$n" 8 $s plain
done
