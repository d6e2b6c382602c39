#!/usr/bin/env bash
# omen triage where most output is free (tests/verdicts/lines), over seeds and strategies: the line that the race decides is
# found and shown, and a harmless verdict does not say that runs wrote alike which did not.
# rooms: classify report, slow
. "$(dirname "$0")/run_common"
from=$here/../verdicts/lines

build_lines() { "$omen" cc -g -O1 -pthread -o "$1" "$from/$1.c" || fail "$1: does not build"; }
triage() { # PROGRAM STRATEGY SEED: into report.json
  rm -rf rec report.json
  "$omen" triage --quiet --strategy "$2" --seed "$3" --json report.json -o rec -- "./$1" >/dev/null 2>err
  status=$?
}
for program in numbered inside numbered_ok; do build_lines $program; done
varied=0
for seed in 1 2 3 4 5 6; do
  for strategy in random pct; do
    triage numbered $strategy $seed
    [ $status -eq 1 ] || fail "numbered, $strategy $seed: ends with $status"
    json report.json "len(r['races']) == 1 and r['races'][0]['class'] == 'output-differs'"
    json report.json "sorted(r['races'][0]['evidence']['output']['lines'][:2]) == ['value 5', 'value 6']"
    triage numbered_ok $strategy $seed
    [ $status -eq 0 ] || fail "numbered_ok, $strategy $seed: ends with $status"
    # Where all lines were out before the race, runs do write alike.
    json report.json "all(('write alike' in x['what']) == ('differs' not in x) for x in r['races'])"
    grep -q '"differs"' report.json && varied=$((varied + 1))
  done
done
[ $varied -ge 9 ] || fail "only $varied of 12 harmless verdicts say that lines vary"

# A number inside a line with another that is free.
triage inside random 1
json report.json "all('value=%d,' % (5 + i) in x['evidence']['output']['lines'][i] or 'value=%d,' % (6 - i) in
  x['evidence']['output']['lines'][i] for x in r['races'] for i in (0, 1))"
"$omen" report rec >text 2>&1
grep -q 'What changes: standard output' text || fail "inside: the report does not show the lines"

# Several recordings, put together: what differs stays said.
rm -rf many
"$omen" triage --quiet --runs 3 --json report.json -o many -- ./numbered_ok >/dev/null 2>&1
json report.json "all('alike' not in x['what'] and x['differs'] in x['what'] for x in r['races'])"
done_testing
