#!/usr/bin/env bash
# Deadlocks: threads that are stuck while main goes on are a defect of the recorded run, with who waits for what; locks
# taken in opposite orders are warnings of their own, and triage makes them happen. deadlocks.c has the cases, and the
# twins that are right.
# rooms: runtime/sync report, slow
here=$(cd "$(dirname "$0")" && pwd)
. "$here/run_common"
cp "$here/deadlocks.c" deadlocks.c
compile deadlocks -O1 -D_GNU_SOURCE
stuck() { # CASE KIND WAITS TEXT...
  expect 0 "$omen" run --json report.json -o rec ./deadlocks "$1" stuck || return
  json report.json "[f['kind'] for f in r['findings']] == ['$2'] and r['findings'][0]['consequence'] == 'deadlock'"
  json report.json "len(r['findings'][0]['waits']) == $3"
  for text in "${@:4}"; do says "$text"; done
  expect 0 "$omen" replay -q rec
}
fine() { # CASE stuck|
  expect 0 "$omen" run --json report.json -o rec ./deadlocks $1 || return
  json report.json "not r.get('findings') and not r.get('deadlocks')"
}
stuck abba deadlock 2 'Thread T1 waits for mutex `a`, held by thread T2' 'Thread T2 holds mutex `a`'
stuck joins deadlock 2
stuck upgrade deadlock 1
stuck once deadlock 1
stuck orphan orphaned-wait 1 'which has ended'
for case in timed checked robust idle main_holds; do fine "$case stuck"; done

shown() { # CASE EDGES
  expect 1 "$omen" triage --json report.json -o rec ./deadlocks "$1" || return
  json report.json "[(d['status'], len(d['edges'])) for d in r['deadlocks']] == [('shown', $2)]"
  json report.json "[f['consequence'] for f in r['findings']] == ['deadlock']"
  # It is an incident, and is told as one thing.
  json report.json "[(i['consequence'], i['deadlock']) for i in r['incidents']] == [('deadlock', r['deadlocks'][0]['id'])]"
  json report.json "r['deadlocks'][0]['incident'] == r['incidents'][0]['id'] == r['findings'][0]['incident']"
  says_not 'ERROR: deadlock'
  local id
  id=$(python3 -c "import json; print(json.load(open('report.json'))['deadlocks'][0]['id'])")
  says "omen replay rec --race $id"
  expect 124 "$omen" replay rec --race "$id"
}
expect 0 "$omen" run --json report.json -o rec ./deadlocks plain
json report.json "[d['status'] for d in r['deadlocks']] == ['potential'] and not r.get('findings')"
json report.json "[e['holds']['object'] for e in r['deadlocks'][0]['edges']] in (['a', 'b'], ['b', 'a'])"
json report.json "all(e[k]['stack'][0]['function'] == 'both' for e in r['deadlocks'][0]['edges'] for k in ('holds', 'wants'))"
says 'WARNING: potential deadlock'
shown plain 2
# Known from the evidence now.
expect 0 "$omen" report rec
grep -q 'It happens' out || fail "the report of a classified recording does not say that it happens"
shown ring 3
shown writers 2
shown spins 2
# Nothing is harmful about what cannot be made to happen.
expect 0 "$omen" triage --json report.json -o rec ./deadlocks flag
json report.json "[d['status'] for d in r['deadlocks']] == ['not-reached'] and not r.get('findings')"
for case in gate try limit readers recursive heap posts barrier alone joined; do fine $case; done
# Suppressed: not shown, not tried, and nothing harmful is left.
echo 'deadlock:^order_one$' >supp
expect 0 "$omen" triage --suppressions supp --json report.json -o rec ./deadlocks plain
says_not 'WARNING: potential deadlock'
json report.json "all(i['suppressed'] for i in r['incidents'])"
json report.json "[(d['status'], d['suppressed'][:6]) for d in r['deadlocks']] == [('potential', 'supp:1')]"
# A campaign: one of its runs shows it.
expect 1 "$omen" triage --runs 2 --json report.json -o camp ./deadlocks plain
json report.json "[d['status'] for d in r['deadlocks']] == ['shown']"
expect 1 "$omen" triage --runs 2 --json report.json -o camp ./deadlocks plain # goes on: it is known
json report.json "[d['status'] for d in r['deadlocks']] == ['shown']"
done_testing
