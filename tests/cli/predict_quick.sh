#!/usr/bin/env bash
# Prediction: a few programs of tests/predict, and what reports, replay and the options say of a predicted race.
# rooms: triage report record classify, quick
. "$(dirname "$0")/run_common"
corpus=$here/../predict
python3 "$corpus/run" --omen "$omen" --build "$PWD" --quick --jobs 1 || fail "the corpus"

"$omen" cc -g -O0 -pthread "$corpus/mutex_pointer.c" -o found
"$omen" triage --runs 1 --json found.json --sarif found.sarif --html found.html -o found.rec -- ./found >out 2>err
[ $? -eq 1 ] || fail "triage of a predicted crash does not end with 1"
json found.json "r['races'][0]['origin'] == 'predicted' and r['races'][0]['consequence'] == 'crash'"
json found.json "r['predicted']['races'] == 1 and r['predicted']['runs'] >= 1"
grep -q 'Predicted, and then run' err || fail "the text does not say that it is predicted"
grep -q '0 seen in the run, 1 predicted and then run' err || fail "the sums: $(tail -3 err)"
python3 -c "
import json
r = json.load(open('found.sarif'))['runs'][0]['results']
assert any(x['properties'].get('origin') == 'predicted' for x in r), r" || fail "SARIF"
grep -q 'predicted from it, and then run' found.html || fail "HTML"
id=$(python3 -c "import json; print(json.load(open('found.json'))['races'][0]['id'])")

# The recording is enough: the evidence is in it, wherever it is, and its report says the same.
mv found.rec moved.rec
"$omen" replay --quiet moved.rec --race "$id" >out 2>&1
[ $? -eq 139 ] || fail "the evidence does not crash"
"$omen" replay --quiet moved.rec --race "$id" --order primary >out 2>&1 || fail "the recorded order fails"
[ "$(cat out)" = 7 ] || fail "the recorded order writes $(cat out)"
"$omen" replay --quiet --check moved.rec >out 2>&1 || fail "the recording does not replay"
"$omen" report --json again.json moved.rec >again.txt 2>&1
json again.json "[x['origin'] for x in r['races']] == ['predicted'] and r['predicted']['races'] == 1"

# Without prediction nothing is said, and an earlier prediction goes with its recording.
"$omen" triage --runs 1 --no-predict --json without.json -o moved.rec -- ./found >out 2>err
json without.json "not r['races'] and 'predicted' not in r"
[ ! -e moved.rec/predicted ] || fail "a prediction outlives its recording"

# What could not be brought about is counted, and is no race.
"$omen" cc -g -O0 -pthread -DGUARDED "$corpus/mutex_pointer.c" -o guarded
"$omen" triage --runs 1 --json guarded.json -o guarded.rec -- ./guarded >out 2>err || fail "the twin is harmful"
json guarded.json "not r['races'] and r['predicted']['failed'] == 1 and 'second thread' in r['predicted']['not_races'][0]['why']"
grep -q '1 pair could not be brought together (--all shows them)' err || fail "the pair is not counted"
"$omen" report --all guarded.rec >all.txt 2>&1
grep -q 'no race: object: .*mutex_pointer.c' all.txt || fail "--all does not say which pair: $(cat all.txt)"

# In campaigns, and for the programs of a test; a campaign that is looked at again knows it.
"$omen" triage --runs 2 --json several.json -o several -- ./found >out 2>err
[ $? -eq 1 ] || fail "a campaign with a predicted crash does not end with 1"
json several.json "[(x['origin'], x['consequence']) for x in r['races']] == [('predicted', 'crash')] and r['predicted']['races'] == 1"
grep -q '0 seen in the runs, 1 predicted and then run' err || fail "the sums of a campaign: $(tail -3 err)"
"$omen" replay --quiet several/run-001 --race "$id" >out 2>&1
[ $? -eq 139 ] || fail "the evidence of a campaign does not crash"
"$omen" report --json again.json several >again.txt 2>&1
json again.json "[x['origin'] for x in r['races']] == ['predicted'] and r['predicted']['races'] == 1"
"$omen" test --quiet --json tested.json -o tested -- ./found >out 2>err
json tested.json "[(x['origin'], x['consequence']) for x in r['races']] == [('predicted', 'crash')]"
"$omen" test --quiet --no-predict --json tested.json -o tested -- ./found >out 2>err
json tested.json "not r['races'] and 'predicted' not in r"

# The same of deadlocks.
"$omen" cc -g -O0 -pthread -DGUARDED "$corpus/deadlock_after_lock.c" -o locks
"$omen" triage --runs 1 --json locks.json -o locks.rec -- ./locks >out 2>err || fail "the twin of a deadlock is harmful"
json locks.json "[(d['status'], 'predicted order' in d['why'], len(d['edges'])) for d in r['deadlocks']] == [('not-reached', True, 2)]"
grep -q '1 potential deadlock; 1 could not be brought about (--all shows them)' err || fail "the deadlock is not counted"
grep -q 'WARNING: potential deadlock' err && fail "a deadlock that did not happen is told"
"$omen" report --all locks.rec >all.txt 2>&1
grep -q 'Not reached in [0-9]* runs: the run went another way' all.txt || fail "--all does not say why: $(cat all.txt)"
done_testing
