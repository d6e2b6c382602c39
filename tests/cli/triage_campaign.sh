#!/usr/bin/env bash
# omen triage --runs and --budget: what only some schedules show is found; races are merged with the right counts; a run
# that fails by itself is a finding that replays; a campaign that was killed goes on; the budget holds.
# rooms: triage cli, slow
. "$(dirname "$0")/run_common"

# Run until blocked, `looker` looks too early to do any harm. Late, it races on `box` and dies.
cat >some.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int ready;
static int box, counter, *nowhere;
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *p) {
  for (int i = 0; i < 4; i++) {
    pthread_mutex_lock(&own);
    pthread_mutex_unlock(&own);
  }
  atomic_store(&ready, 1);
  box = 1;
  return p;
}
static void *looker(void *p) {
  if (atomic_load(&ready)) {
    box = 2;
    *(volatile int *)nowhere = 1;
  }
  return p;
}
static void *adder(void *p) {
  counter = 7;
  return p;
}
int main(void) {
  pthread_t t[4];
  void *(*routines[4])(void *) = {looker, worker, adder, adder};
  for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, routines[i], 0);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
  puts("end");
  return 0;
}
C
compile some
expect 1 "$omen" triage --json one.json -o one.rec -- ./some # by another schedule of the whole run
json one.json "all(a['location']['name'] == 'counter' for a in r['races']) and 'runs' not in r"
prints end

expect 1 "$omen" triage --runs 20 --json many.json -o many -- ./some
says "FINDING: crash: the run itself failed: the program died of signal 11"
says "20 runs, "
cmp -s many.json many/report.json || fail "report.json is not the report"
json many.json "len(r['runs']) == 20 and {u['strategy'] for u in r['runs']} == {'run', 'random', 'pct', 'pos'}"
json many.json "len({(u['strategy'], u['seed']) for u in r['runs']}) == 20"
json many.json "{a['location']['name'] for a in r['races']} == {'box', 'counter'}"
json many.json "all(a['class'] or a['not_judged'] for a in r['races']) and len({a['id'] for a in r['races']}) == len(r['races'])"
json many.json "len(r['findings']) == 1 and r['findings'][0]['consequence'] == 'crash'"
json many.json "r['findings'][0]['runs'] == sum(u['end'] == 'signal' for u in r['runs'])"
json many.json "r['findings'][0]['stack'][0]['function'] == 'looker'"
# And why it failed is asked of the run itself: one incident, with its cause.
json many.json "len(r['incidents']) == 1 and r['incidents'][0]['recorded'] and r['incidents'][0]['cause']['tested']"
json many.json "r['findings'][0]['incident'] == r['incidents'][0]['id']"
json many.json "[r['incidents'][0]['id'] in a['not_judged'] for a in r['races'] if a['location']['name'] == 'box'] == [True]"
says "Why: it is incident "
# The counts are those of the recordings.
python3 - <<'P' || fail "merged counts"
import glob, json, sys
many = json.load(open("many.json"))
runs = [json.load(open(f)) for f in sorted(glob.glob("many/run-*/report.json"))]
assert len(runs) == 20, len(runs)
sum_of, seen_in = {}, {}
for run in runs:
    for race in run["races"]:
        sum_of[race["id"]] = sum_of.get(race["id"], 0) + race["instances"]
        seen_in[race["id"]] = seen_in.get(race["id"], 0) + 1
assert {r["id"]: r["instances"] for r in many["races"]} == sum_of, (many["races"], sum_of)
assert {r["id"]: r["runs"] for r in many["races"]} == seen_in
assert [u["races"] for u in many["runs"]] == [len(r["races"]) for r in runs]
assert sum(u["new"] for u in many["runs"]) == len(many["races"])
P
# The program is kept once, and every recording is whole without the others.
[ "$(stat -c %h many/run-002/program)" -ge 20 ] || fail "every run has a copy of the program"
replay=$(python3 -c "import json; print(json.load(open('many.json'))['findings'][0]['replay'])")
case $replay in "omen replay many/run-"*) ;; *) fail "replay command '$replay'" ;; esac
for i in 1 2 3; do expect 139 "$omen" ${replay#omen }; done

# Evidence of a harmful race names its own recording, and replays.
cat >harm.c <<'C'
#include <pthread.h>
#include <stdio.h>
static int x;
static void *one(void *p) {
  x = 1;
  return p;
}
static void *two(void *p) {
  x = 2;
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  printf("%d\n", x);
  return 0;
}
C
compile harm
expect 1 "$omen" triage --runs 6 --json harm.json -o harm.dir -- ./harm
json harm.json "[a['class'] for a in r['races']] == ['output-differs'] and r['races'][0]['runs'] == 6 and not r['findings']"
replay=$(python3 -c "import json; print(json.load(open('harm.json'))['races'][0]['evidence']['replay'])")
case $replay in "omen replay harm.dir/run-"*) ;; *) fail "replay command '$replay'" ;; esac
expect 0 "$omen" ${replay#omen }
grep -qx '[12]' out || fail "the evidence prints '$(cat out)'"

# The same command goes on: nothing is run again, and more can be asked for.
expect 1 "$omen" triage --runs 6 -o harm.dir -- ./harm
says "going on with the campaign in harm.dir: 6 runs"
[ ! -s out ] || fail "a finished campaign ran the program again"
expect 1 "$omen" triage --quiet --runs 20 --json again.json -o many -- ./some
cmp many.json again.json || fail "a finished campaign was judged again"
expect 0 "$omen" report --format json many
cmp many.json out || fail "omen report shows something else"
expect 0 "$omen" report many
grep -q 'FINDING: crash' out && grep -q 'in [0-9]* of 20 runs' out || fail "omen report on a campaign: $(cat out)"
expect 1 "$omen" triage --runs 8 --json harm8.json -o harm.dir -- ./harm
[ "$(wc -l <out)" -eq 2 ] || fail "two more runs printed $(wc -l <out) lines"
json harm8.json "len(r['runs']) == 8 and r['races'][0]['runs'] == 8"
expect 1 "$omen" classify --json again.json harm.dir
json again.json "len(r['runs']) == 8 and [a['class'] for a in r['races']] == ['output-differs']"
# Other arguments are another campaign; notes that somebody keeps there stay.
echo note >harm.dir/note
expect 1 "$omen" triage --runs 2 --json other.json -o harm.dir -- ./harm x
says_not "going on"
json other.json "len(r['runs']) == 2 and r['program'][1] == 'x'"
[ ! -e harm.dir/run-003 ] && [ -e harm.dir/note ] || fail "the earlier campaign did not give way"

# A recording gives way to a campaign; anything else does not.
expect 1 "$omen" triage -q --runs 2 -o one.rec -- ./some
[ -e one.rec/campaign.json ] && [ ! -e one.rec/manifest.json ] || fail "a recording did not give way"
mkdir mine && echo mine >mine/file
expect 3 "$omen" triage --runs 2 -o mine -- ./some
one_line
[ "$(ls mine)" = file ] || fail "somebody's folder was written to"
expect 4 "$omen" triage --runs 2 -o none -- ./nothing
[ ! -e none ] || fail "a program that does not exist left a folder"
# A damaged campaign.json is no campaign of this program: begun anew. A damaged recording: from there on anew.
echo '{"version": 1' >one.rec/campaign.json
expect 3 "$omen" classify one.rec
one_line
expect 1 "$omen" triage -q --runs 2 --json anew.json -o one.rec -- ./some
json anew.json "len(r['runs']) == 2"
echo >>one.rec/run-002/log
expect 3 "$omen" classify one.rec
expect 1 "$omen" triage -q --runs 2 --json anew.json -o one.rec -- ./some
json anew.json "len(r['runs']) == 2"
[ "$(wc -l <out)" -eq 1 ] || fail "a damaged recording: not one run made again"
for file in '{"version":1,"of":{},"runs":[{"name":"../x"}]}' '[]' '{"version":1,"runs":[]}' '{"version":2}' ''; do
  printf '%s' "$file" >one.rec/campaign.json
  expect 3 "$omen" classify one.rec
  one_line
done

# Every run gets the same input from a file.
printf '#include <stdio.h>\nint main(void) { int c = getchar(); putchar(c); return c != 65; }\n' >input.c
compile input
echo A >A
"$omen" triage -q --runs 4 -o input.dir -- ./input <A >out || fail "input"
prints AAAA
# And from a pipe: small, larger than a pipe holds and read in part, one that never closes, one that never ends.
"$omen" triage -q --runs 4 -o piped.dir -- ./input < <(printf A) >out || fail "input from a pipe"
[ "$(cat out)" = AAAA ] || fail "runs with input from a pipe: $(cat out)"
printf '#include <stdio.h>\nint main(void) { long n = 0, sum = 0; int c; while (n < 200000 && (c = getchar()) != EOF) n++, sum = (sum * 31 + c) %% 1000003; printf("%%ld %%ld\\n", n, sum); return 0; }\n' >long.c
compile long
python3 -c "import random; random.seed(1); print(''.join(random.choice('abcdefgh\n') for _ in range(1000000)))" >large
./long <large >native
"$omen" triage -q --runs 3 -o large.dir -- ./long < <(cat large) >out || fail "a large input"
[ "$(sort -u out)" = "$(cat native)" ] && [ "$(wc -l <out)" -eq 3 ] || { fail "runs with a large input:"; cat native out; }
"$omen" triage -q --runs 2 -o endless.dir -- ./long < <(yes) >out || fail "an input without end"
[ "$(sort -u out | wc -l)" -eq 1 ] && [ "$(wc -l <out)" -eq 2 ] || { fail "runs with an input without end:"; cat out; }
printf 'int main(void) { return 0; }\n' >deaf.c
compile deaf
mkfifo open.fifo
exec 9<>open.fifo
timeout 60 "$omen" triage -q --runs 3 -o deaf.dir -- ./deaf <&9 || fail "an input that never comes: $?"
exec 9>&-

# A budget alone: it records and judges as long as there is something to gain, and no longer than that.
start=$(date +%s)
"$omen" triage -q --budget 5s --json budget.json -o budget.dir -- ./some >/dev/null
[ $? -le 1 ] || fail "a budget of 5 s"
took=$(($(date +%s) - start))
[ $took -le 20 ] || fail "a budget of 5 s took $took s"
json budget.json "len(r['runs']) >= 1 and len(r['races']) >= 2 and 'findings' in r" # how far it gets is the machine's
for bad in 0 -3 5d x; do expect 2 "$omen" triage --budget "$bad" -- ./some; done
for bad in 0 -3 x; do expect 2 "$omen" triage --runs "$bad" -- ./some; done
expect 2 "$omen" triage --runs 2 --method state -- ./some

# Killed at any moment, it goes on, and comes to the same end; nothing of it stays behind.
strip() { python3 -c "
import json, sys
r = json.load(open(sys.argv[1]))
print([(a['id'], a['class'], a['instances'], a['runs']) for a in r['races']])
print([(f['consequence'], f['runs']) for f in r['findings']])
print([(u['strategy'], u['seed'], u['end'], u['races'], u['new']) for u in r['runs']])" "$1"; }
left() {
  for p in /proc/[0-9]*; do
    case $(readlink "$p/cwd" 2>/dev/null) in "$work/killed"*) echo "${p#/proc/}" ;; esac
  done
}
mkdir killed
for delay in 0.1 0.3 0.6 1 1.5; do
  (cd killed && exec "$omen" triage --quiet --runs 12 -o camp -- ../some) >/dev/null 2>&1 &
  pid=$!
  sleep $delay
  kill -9 $pid 2>/dev/null
  wait $pid 2>/dev/null
  for i in 1 2 3 4 5 6 7 8 9 10; do
    [ -z "$(left)" ] && break
    sleep 0.2
  done
  [ -z "$(left)" ] || fail "killed after $delay s: processes $(left | tr '\n' ' ')are left"
done
(cd killed && "$omen" triage --quiet --runs 12 --json ../killed.json -o camp -- ../some >/dev/null 2>&1)
[ $? -eq 1 ] || fail "after being killed: no crash found"
"$omen" triage --quiet --runs 12 --json whole.json -o whole -- ./some >/dev/null
diff <(strip killed.json) <(strip whole.json) || fail "killed and gone on is not the same as never killed"

# Progress, where asked for, is lines; --quiet has none.
OMEN_PROGRESS=1 "$omen" triage --runs 100 --budget 9s -o progress -- ./some >/dev/null 2>err
says "omen: triage: run "
says "races judged"
OMEN_PROGRESS=1 "$omen" triage -q --budget 3s -o progress -- ./some >/dev/null 2>err
[ ! -s err ] || fail "--quiet says: $(cat err)"
done_testing
