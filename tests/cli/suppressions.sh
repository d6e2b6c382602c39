#!/usr/bin/env bash
# Suppressions: ThreadSanitizer's files mean the same here as there (compared with ThreadSanitizer itself); Omen's own
# kinds with owner and expiry; unused ones are told; --gen-suppressions; OMEN_OPTIONS.
# rooms: report expect, quick
. "$(dirname "$0")/run_common"

cat >prog.c <<'C'
#include <pthread.h>
#include <stdio.h>
int shared_counter;
__attribute__((noinline)) static void bump_it(int *p) { *p = *p + 1; }
__attribute__((noinline)) static void outer_caller(int *p) { bump_it(p); }
static void *worker_main(void *arg) {
  outer_caller(&shared_counter);
  return arg;
}
__attribute__((noinline)) static void spawn_thread(pthread_t *t) { pthread_create(t, NULL, worker_main, NULL); }
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) spawn_thread(&t[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("%d\n", shared_counter);
  return 0;
}
C
compile prog -O0
expect 1 "$omen" triage -o prog.rec --json all.json -- ./prog
ids=$(python3 -c "import json; print(*[x['id'] for x in json.load(open('all.json'))['races']])")
set -- $ids
[ $# -ge 1 ] || fail "no race"

# Does the line suppress everything?
omen_says() {
  printf '%s\n' "$1" >s.txt
  "$omen" classify --suppressions s.txt prog.rec >out 2>err && echo suppressed || echo told
}
cat >cases <<'T'
race:bump_it
race:bump
race:^bump_it$
race:^ump_it
race:bump_i$
race:b*it
race:^b*t$
race:^*_it$
race:outer_caller
race:worker_main
race:spawn_thread
race:shared_counter
race:^shared_counter$
race:prog.c
race:nothing_here
race_top:bump_it
race_top:outer_caller
race_top:^bump*$
race_top:prog.c
mutex:bump_it
thread:bump_it
signal:bump_it
deadlock:bump_it
called_from_lib:libnothing.so
T
tsan=
clang-19 -g -O0 -pthread -fsanitize=thread prog.c -o prog-tsan 2>/dev/null && ! setarch -R ./prog-tsan >/dev/null 2>&1 && tsan=1
[ "$tsan" ] || echo "note: ThreadSanitizer does not work here; not compared"
compared=0
while IFS= read -r line; do
  mine=$(omen_says "$line")
  if [ "$tsan" ]; then
    printf '%s\n' "$line" >t.txt
    TSAN_OPTIONS="suppressions=t.txt" setarch -R ./prog-tsan >/dev/null 2>&1 && theirs=suppressed || theirs=told
    [ "$mine" = "$theirs" ] || fail "$line: $mine, with ThreadSanitizer $theirs"
    compared=$((compared + 1))
  fi
done <cases
[ -z "$tsan" ] || [ $compared -eq 24 ] || fail "only $compared lines were compared"
for line in race:bump_it "race:^b*t$" race:shared_counter race_top:bump_it "  race:bump_it  "; do
  [ "$(omen_says "$line")" = suppressed ] || fail "$line is not suppressed"
done
for line in "race:^ump_it" "race:bump_i$" race:nothing_here race_top:outer_caller race:spawn_thread mutex:bump_it "#race:bump_it" ""; do
  [ "$(omen_says "$line")" = told ] || fail "$line is suppressed"
done

# What is suppressed is not shown and not explored, but counted; the JSON report has it with the line that did it.
printf '# why\nrace:bump_it\n\nrace:other # no comment here\n' >s.txt
expect 0 "$omen" triage -o quiet.rec --suppressions s.txt --json s.json -- ./prog
says "suppressed" && says_not "race on" && says_not "OUTPUT DIFFERS"
says "omen: s.txt:4: race:other # no comment here was not used"
json s.json "all(x['suppressed'] == 's.txt:2: race:bump_it' and 'class' not in x for x in r['races'])"
expect 0 "$omen" run -o run.rec --suppressions s.txt -- ./prog && says "suppressed" && says_not "WARNING: data race"
expect 0 "$omen" report --suppressions s.txt run.rec && ! grep -q "race on" out || fail "the report tells of it"
expect 0 "$omen" classify --suppressions s.txt --print-suppressions prog.rec && says "s.txt:2: race:bump_it matched"
expect 1 "$omen" classify -q --suppressions s.txt --race "$1" prog.rec # asked for by name
# Several files; campaigns.
echo "race:nothing_here" >one.txt
expect 0 "$omen" classify --suppressions one.txt --suppressions=s.txt prog.rec && says "one.txt:1: race:nothing_here was not used"
expect 0 "$omen" triage --runs 3 -o camp --suppressions s.txt -- ./prog && says "suppressed" && says_not "no verdict yet"
expect 1 "$omen" classify -q camp
expect 0 "$omen" report --suppressions s.txt camp

# By id and by class; owner and expiry.
for id in $ids; do echo "race_id:$id owner=team-a expires=2999-12-31"; done >ids.txt
expect 0 "$omen" classify --suppressions ids.txt --print-suppressions prog.rec && says "owner team-a"
for id in $ids; do echo "race_id:$id owner=team-a expires=2020-02-29"; done >old.txt
expect 1 "$omen" classify --suppressions old.txt prog.rec && says "expired on 2020-02-29, owner team-a"
echo "race_id:${1}0" >other.txt
expect 1 "$omen" classify --suppressions other.txt prog.rec
printf 'class:output-differs\nclass:k-witness-harmless\n' >class.txt
expect 0 "$omen" classify --suppressions class.txt --fail-on any prog.rec
echo class:spec-violated >class.txt
expect 1 "$omen" classify --suppressions class.txt prog.rec
# Suggestions suppress what they were made for, and are the same each time.
expect 1 "$omen" classify -q --gen-suppressions gen.txt prog.rec
expect 0 "$omen" classify --suppressions gen.txt --fail-on any prog.rec && says_not "was not used"
expect 0 "$omen" report -q --gen-suppressions - prog.rec && cmp out gen.txt || fail "other suggestions"
# Suppressed races stay out of the baseline.
expect 0 "$omen" classify -q --suppressions s.txt --baseline b.json --update-baseline prog.rec
json b.json "r['races'] == []"

# A deadlock of the recorded run.
cat >dead.c <<'C'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
__attribute__((noinline)) static void twice(void) { pthread_mutex_lock(&m); }
int main(void) {
  twice();
  twice();
  return 0;
}
C
compile dead -O0
expect 1 "$omen" triage -o dead.rec -- ./dead
echo deadlock:twice >d.txt
expect 0 "$omen" classify --suppressions d.txt dead.rec && says "1 report is suppressed" && says_not "FINDING"
echo deadlock:thrice >d.txt
expect 1 "$omen" classify --suppressions d.txt dead.rec && says "was not used"
expect 1 "$omen" classify -q --gen-suppressions d.txt dead.rec
expect 0 "$omen" classify --suppressions d.txt dead.rec

# OMEN_OPTIONS, as TSAN_OPTIONS is written.
OMEN_OPTIONS="suppressions=s.txt" expect 0 "$omen" classify prog.rec && says suppressed
OMEN_OPTIONS="exitcode=66 print_suppressions=1" expect 66 "$omen" classify prog.rec
OMEN_OPTIONS="exitcode=0" expect 0 "$omen" classify prog.rec
OMEN_OPTIONS="history_size=7:exitcode=9" expect 9 "$omen" classify prog.rec && says "history_size says nothing to Omen"
OMEN_OPTIONS="log_path='the log'" expect 1 "$omen" classify prog.rec && says_not "SUMMARY"
grep -q "^SUMMARY" "the log".* || fail "log_path"
OMEN_OPTIONS="no_such_thing=1" expect 1 "$omen" classify prog.rec && says "no option 'no_such_thing'"
for bad in exitcode=x exitcode=256 exitcode "print_suppressions=maybe" 'log_path="x'; do
  OMEN_OPTIONS=$bad expect 2 "$omen" classify prog.rec && one_line
done

# Mistakes are named, before anything is run.
for bad in "rase:x" "race" "race:" "race_id:" "race:x expires=soon" "race:x expires=2020-13-01" "race: owner=me"; do
  printf '\n%s\n' "$bad" >bad.txt
  expect 3 "$omen" triage -o never.rec --suppressions bad.txt -- ./prog && one_line && says "bad.txt:2:"
done
printf 'race:a\0b\n' >bad.txt
expect 3 "$omen" classify --suppressions bad.txt prog.rec && one_line
expect 3 "$omen" classify --suppressions nowhere.txt prog.rec && one_line
expect 125 "$omen" run --suppressions nowhere.txt -- ./prog && one_line
[ -e never.rec ] && fail "it was run"
head -c 3000 /dev/urandom >noise
"$omen" classify --suppressions noise prog.rec >/dev/null 2>&1
[ $? -le 3 ] || fail "noise"
done_testing
