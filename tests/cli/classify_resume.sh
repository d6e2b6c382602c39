#!/usr/bin/env bash
# omen classify: verdicts are kept as they are reached; killed, it goes on from them; omen report shows them; other
# options judge anew. --instances and --pre-race.
# rooms: classify triage, quick
. "$(dirname "$0")/run_common"

# Twelve races, so that there is a middle to be killed in.
cat >many.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
int v[12];
#define DO(i) v[i] = w + i;
static void *set(void *p) {
  int w = *(int *)p;
  DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11)
  return p;
}
int main(void) {
  pthread_t a, b;
  int one = 1, two = 100;
  pthread_create(&a, 0, set, &one);
  pthread_create(&b, 0, set, &two);
  pthread_join(a, 0);
  pthread_join(b, 0);
  printf("%d\n", v[11]);
  return 0;
}
C
compile many
expect 0 "$omen" run --exact --quiet -o rec -- ./many
saved() { # verdicts in the file
  python3 -c "
import json
try: print(len(json.load(open('rec/evidence.json'))['evidence']))
except FileNotFoundError: print(0)" || fail "evidence.json is not whole"
}
times() { # FILE: race and seconds of each verdict
  python3 -c "
import json, sys
for r in json.load(open('$1'))['races']:
    if r.get('class'): print(r['id'], r['class'], r['seconds'])" | sort
}
for try in 1 2 3 4 5 6; do
  "$omen" classify --quiet rec >/dev/null 2>&1 &
  pid=$!
  for i in $(seq 200); do
    [ "$(saved)" -gt 0 ] && break
    sleep 0.02
  done
  kill -9 $pid 2>/dev/null
  wait $pid 2>/dev/null
  [ "$(saved)" -gt 0 ] && break
done
n=$(saved)
[ "$n" -gt 0 ] || fail "nothing was saved"
expect 0 "$omen" report --quiet --json part.json rec
json part.json "sum(1 for x in r['races'] if x.get('class')) == $n"
times part.json >part.times
expect 1 "$omen" classify --quiet --json whole.json rec
json whole.json "len(r['races']) == 12 and all(x['class'] for x in r['races'])"
json whole.json "r['seconds']['run'] > 0 and abs(r['seconds']['classify'] - sum(x['seconds'] for x in r['races'])) < 1e-4"
json whole.json "[x['class'] for x in r['races']].count('output-differs') == 1"
times whole.json >whole.times
[ -z "$(comm -23 part.times whole.times)" ] || fail "what was saved was judged again: $(comm -23 part.times whole.times)"
expect 1 "$omen" classify --quiet --json again.json rec
times again.json | cmp -s - whole.times || fail "a second classification is not the first"
expect 0 "$omen" report --quiet --json report.json rec
times report.json | cmp -s - whole.times || fail "the report has other verdicts"
expect 1 "$omen" classify --quiet --schedules 3 --json other.json rec
[ "$(times other.json | comm -12 - whole.times | wc -l)" -eq 0 ] || fail "other options, and the old verdicts"
# Damaged: judged anew.
printf '{"version": 3, "evidence": [{"race": 7' >rec/evidence.json
expect 1 "$omen" classify --quiet --json anew.json rec
json anew.json "len(r['races']) == 12 and all(x['class'] for x in r['races'])"

# Only the last of four instances matters.
cat >late.c <<'C'
#include <pthread.h>
#include <stdio.h>
volatile int step[6];
int seen;
static void *set(void *p) {
  for (int i = 0; i < 6; i++) step[i] = i == 5;
  return p;
}
static void *get(void *p) {
  for (int i = 0; i < 6; i++) seen += step[i];
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, set, 0);
  pthread_create(&b, 0, get, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  printf("%d\n", seen);
  return 0;
}
C
compile late
expect 1 "$omen" triage --quiet --json late.json -o late.rec -- ./late
json late.json "[x['class'] for x in r['races']] == ['output-differs']"
expect 0 "$omen" classify --quiet --instances 1 --json late.json late.rec
json late.json "[x['class'] for x in r['races']] == ['k-witness-harmless']"
json late.json "all(x['paths'] == 1 and x['k'] >= x['paths'] * x['schedules'] > 0 for x in r['races'])"
expect 0 "$omen" classify --quiet --instances 1 --pre-race 3 --json late.json late.rec
json late.json "all(x['paths'] > 1 for x in r['races'])"
done_testing
