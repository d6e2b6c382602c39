#!/usr/bin/env bash
# The gate for CI: --fail-on by classes and consequences, --baseline, and the ratchet that only shrinks.
# rooms: report cli, quick
. "$(dirname "$0")/run_common"

# One race that changes the output; with an argument, another race that crashes; "fixed" has neither.
cat >prog.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static int cell = 1, sum, locked;
static int *volatile box = &cell;
static volatile int count;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *user(void *arg) {
  if (box) sum += *box;
  return arg;
}
static void *clearer(void *arg) {
  box = NULL;
  return arg;
}
static void *add(void *arg) {
  if (locked) pthread_mutex_lock(&m);
  count = count + 1;
  if (locked) pthread_mutex_unlock(&m);
  return arg;
}
int main(int argc, char **argv) {
  pthread_t t[4];
  const char *how = argc > 1 ? argv[1] : "";
  locked = !strcmp(how, "fixed");
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, add, NULL);
  if (!strcmp(how, "crash")) {
    pthread_create(&t[2], NULL, user, NULL);
    pthread_create(&t[3], NULL, clearer, NULL);
    for (int i = 2; i < 4; i++) pthread_join(t[i], NULL);
  }
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("%d\n", count);
  return 0;
}
C
compile prog -O0
expect 1 "$omen" triage -o plain.rec -- ./prog
expect 1 "$omen" triage -o crash.rec --json crash.json -- ./prog crash
expect 0 "$omen" triage -o fixed.rec -- ./prog fixed

# The words. classify has the verdicts already, and only decides anew.
gate() { expect "$1" "$omen" classify -q --fail-on "$2" "$3"; }
gate 1 harmful plain.rec
gate 1 output-differs plain.rec
gate 1 output plain.rec
gate 0 spec-violated plain.rec
gate 0 crash,deadlock plain.rec
gate 1 deadlock,crash crash.rec
gate 1 any plain.rec
gate 0 any fixed.rec
gate 0 never crash.rec
gate 0 k-witness-harmless,single-ordering,use-after-free,overflow,invariant plain.rec
for word in sometimes "" harmful, "never,any" new-never; do
  expect 2 "$omen" classify --fail-on "$word" plain.rec && one_line
done
# The report ends with 0, unless it is told what counts.
expect 0 "$omen" report crash.rec
expect 1 "$omen" report --fail-on harmful crash.rec
expect 0 "$omen" report --fail-on deadlock crash.rec

# The baseline: made, then everything in it is known.
expect 2 "$omen" triage --fail-on new-harmful -- ./prog && one_line
expect 2 "$omen" triage --update-baseline -- ./prog && one_line
expect 3 "$omen" triage -o no.rec --baseline base.json -- ./prog && one_line
[ -e no.rec ] && fail "a run was made although the baseline is not there"
expect 0 "$omen" classify --baseline base.json --update-baseline plain.rec && says "baseline base.json made"
json base.json "r['version'] == 1 and r['failures'] == [] and {x['class'] for x in r['races']} >= {'output-differs'}"
json base.json "[x['id'] for x in r['races']] == sorted(x['id'] for x in r['races'])"
cp base.json first.json
expect 0 "$omen" classify --fail-on new-harmful --baseline base.json plain.rec && says "0 new or worse"
# The same of another run, and of a program whose lines moved.
expect 0 "$omen" triage -o again.rec --baseline base.json --json again.json -- ./prog
json again.json "all(x['baseline'] == 'unchanged' for x in r['races'])"
mkdir elsewhere && (cd elsewhere && (printf '\n\n\n'; cat ../prog.c) >prog.c && "$omen" cc -g -O0 -pthread prog.c -o prog)
expect 0 "$omen" triage -o moved.rec --baseline base.json -- elsewhere/prog
# A new race counts, and only it.
expect 1 "$omen" triage -o new.rec --baseline base.json --json new.json -- ./prog crash && says "omen: new: race"
says_not "worse than it was"
json new.json "{x['baseline'] for x in r['races'] if x['location']['name'] == 'count'} == {'unchanged'}"
json new.json "{x['baseline'] for x in r['races'] if x['location']['name'] == 'box'} == {'new'}"
expect 0 "$omen" classify --baseline base.json --fail-on new-output new.rec
expect 1 "$omen" report --baseline base.json --fail-on new-harmful new.rec
# The ratchet: what is new does not come in unless asked for.
expect 1 "$omen" classify --baseline base.json --update-baseline new.rec
cmp -s base.json first.json || fail "the baseline grew"
expect 0 "$omen" classify --baseline base.json --grow-baseline new.rec && says "added"
json base.json "sum(x['consequence'] == 'crash' for x in r['races'] if 'consequence' in x) >= 1"
expect 0 "$omen" classify --baseline base.json new.rec
# ... and what is gone goes.
expect 0 "$omen" classify --baseline base.json --update-baseline plain.rec && says "dropped"
cmp base.json first.json || fail "the baseline did not shrink to what is left"
expect 0 "$omen" classify --baseline base.json --update-baseline fixed.rec
json base.json "r['races'] == []"
# Worse than it was counts; better is lowered.
sed 's/"class": "output-differs", "consequence": "output"/"class": "k-witness-harmless"/' first.json >lower.json
cp lower.json keep.json
expect 1 "$omen" classify --baseline lower.json --update-baseline plain.rec && says "worse than it was"
cmp lower.json keep.json || fail "a worse verdict came into the baseline"
sed 's/"class": "output-differs", "consequence": "output"/"class": "spec-violated", "consequence": "crash"/' first.json >higher.json
expect 0 "$omen" classify --baseline higher.json --update-baseline plain.rec && says "lowered"
cmp higher.json first.json || fail "the baseline was not lowered"
# Campaigns.
expect 1 "$omen" triage --runs 3 -o camp --baseline first.json --fail-on new-harmful -- ./prog crash
expect 0 "$omen" classify -q --baseline camp.json --update-baseline camp
expect 0 "$omen" triage --runs 3 -o camp --baseline camp.json --fail-on new-harmful -- ./prog crash
expect 0 "$omen" report -q --baseline camp.json --fail-on any camp

# A run that fails by itself: known or new.
cat >dead.c <<'C'
#include <pthread.h>
int main(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  return 0;
}
C
compile dead -O0
expect 1 "$omen" triage -o dead.rec -- ./dead
expect 1 "$omen" classify -q --fail-on deadlock dead.rec
expect 0 "$omen" classify -q --fail-on crash dead.rec
expect 0 "$omen" classify -q --baseline dead.json --update-baseline dead.rec
json dead.json "[x['consequence'] for x in r['failures']] == ['deadlock']"
expect 0 "$omen" classify -q --baseline dead.json dead.rec
expect 1 "$omen" classify -q --baseline first.json dead.rec

# What Omen could not judge is said, and ends with 3 where nothing harmful ends with 1.
cat >open.c <<'C'
#include <pthread.h>
static int shared, *volatile box = &shared;
static void *use(void *arg) {
  if (box) *box = 1;
  return arg;
}
static void *clear(void *arg) {
  box = NULL;
  return arg;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, use, NULL);
  pthread_create(&t[1], NULL, clear, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
C
compile open -O0
expect 1 "$omen" triage -q -o open.rec --json open.json -- ./open
json open.json "[x['consequence'] for x in r['incidents']] == ['crash'] and r['incidents'][0]['confirmed']"
python3 - <<'P'
import json
e = json.load(open("open.rec/evidence.json"))
for x in e["evidence"]:
    if "verdict" in x: x["verdict"] = {"class": None, "consequence": None, "proof": "timeout", "schedules": 2, "not_judged": "its replays diverged"}
json.dump(e, open("open.rec/evidence.json", "w"))
P
expect 1 "$omen" report --fail-on harmful open.rec                           # the incident is there
expect 1 "$omen" report --baseline first.json --fail-on new-harmful open.rec # and new
expect 1 "$omen" report --fail-on crash open.rec
expect 3 "$omen" report --fail-on deadlock open.rec
expect 0 "$omen" report --fail-on never open.rec
echo "incident:^use$" >quiet.txt
expect 3 "$omen" report --suppressions quiet.txt --fail-on harmful open.rec
grep -q "^NOT JUDGED: race on .box." out && grep -q "^  Not judged: its replays diverged\.$" out && grep -q "^SUMMARY: [0-9]* data races (1 mistake): [0-9]* not judged$" out || { fail "what was not judged is not said"; cat out; }
expect 0 "$omen" report --json - open.rec && cp out judged.json
json judged.json "all(x['class'] is None and x['not_judged'] == 'its replays diverged' for x in r['races'])"
echo "race:box" >>quiet.txt
expect 0 "$omen" report --suppressions quiet.txt --fail-on harmful open.rec

# Any bytes as a baseline are an error that names it.
for bytes in "" "[]" "3" '{"version":2}' '{"version":1,"races":3}' '{"version":1,"races":[3]}' '{"version":1,"races":[{"id":""}]}' \
  '{"version":1,"races":[{"id":"0123456789012345678901234567890"}]}' "$(printf '\377\376')"; do
  printf '%s' "$bytes" >bad.json
  expect 3 "$omen" classify --baseline bad.json plain.rec && one_line && says bad.json
done
expect 3 "$omen" classify --baseline . plain.rec && one_line
done_testing
