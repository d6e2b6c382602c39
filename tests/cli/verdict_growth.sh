#!/usr/bin/env bash
# What judging a recording costs does not grow with what came before it had a second thread: events there are replayed
# once, and every schedule begins behind them. Processor time, the least of several; the bound is far above what is seen.
# rooms: explore classify, quick
. "$(dirname "$0")/run_common"

"$omen" cc -g -O2 -pthread "$here/../../bench/verdicts/grow.c" -o grow || exit 1

# Processor milliseconds of judging: classify RECORDING
judging() {
  local best= spent
  for _ in 1 2 3; do
    rm -f "$1/evidence.json"
    spent=$({ TIMEFORMAT='%U %S'; time "$omen" classify --quiet --json report.json "$1" >/dev/null; } 2>&1 | awk 'END { print int(1000 * ($1 + $2)) }')
    grep -q '"class": "k-witness-harmless"' report.json || echo "FAIL: no verdict of $1" >&2
    [ -z "$best" ] || [ "$spent" -lt "$best" ] && best=$spent
  done
  echo "$best"
}

"$omen" run --exact --quiet -o few -- ./grow 2 100 1 100 >/dev/null || exit 1
"$omen" run --exact --quiet -o many -- ./grow 2 100 1 50000 >/dev/null || exit 1
few=$(judging few)
many=$(judging many)
echo "200 events before: $few ms; 100000: $many ms"
[ "$many" -le $((4 * few + 50)) ] || fail "judging grew with what came before"
done_testing
