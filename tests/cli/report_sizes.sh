#!/usr/bin/env bash
# Reports of runs with long schedules stay small: JSON, HTML and SARIF have the first and the last steps and those that
# matter, and say how many are left out; the recording has them all.
# rooms: report triage, quick
HERE=$(cd "$(dirname "$0")" && pwd)
. "$HERE/cc_common"
cat >long.c <<'C'
#include <pthread.h>
#include <stdio.h>
static int last, turns;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *go(void *p) {
  last = (int)(long)p;
  for (int i = 0; i < 400; i++) {
    pthread_mutex_lock(&m);
    last ^= 0;
    turns++;
    pthread_mutex_unlock(&m);
  }
  return p;
}
int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, go, (void *)(i + 1));
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  printf("%d\n", last);
  return 0;
}
C
check cc "$OMEN" cc -g -O0 long.c -o long -pthread
"$OMEN" triage -o rec --json r.json --html r.html --sarif r.sarif -- ./long >out.log 2>&1
same "status of triage" 1 $?
check "schedules" python3 - <<'P'
import json
report, kept = json.load(open("r.json")), json.load(open("rec/evidence.json"))["evidence"]
whole = {e["race"]: e["verdict"]["evidence"] for e in kept if e.get("verdict", {}).get("evidence")}
cut = 0
for r in report["races"]:
    e = r.get("evidence")
    if not e: continue
    for key in "schedule", "other_schedule":
        steps, everything = e[key], whole[r["id"]][key]
        gone = e.get(key + "_left_out", 0)
        assert len(steps) + gone == len(everything), (r["id"], key)
        assert sum(s.get("left_out", 0) for s in steps) == gone
        at = 0  # each step is where the whole has it
        for s in steps:
            at += s.pop("left_out", 0)
            assert s == everything[at], (r["id"], key, at)
            at += 1
        assert [s for s in steps if s.get("chosen")] == [s for s in everything if s.get("chosen")]
        assert len(steps) <= 80 + sum(bool(s.get("chosen")) for s in steps)
        cut += gone > 0
assert cut, "no schedule is long: the test tests nothing"
P
for f in r.json r.html r.sarif; do
  [ "$(stat -c %s $f)" -lt 1000000 ] || fail "$f has $(stat -c %s $f) bytes"
done
grep -q "steps before it are left out" r.sarif || fail "SARIF does not say that steps are left out"
check "SARIF" "$HERE/../tools/check-sarif" r.sarif
# The text is made of the whole.
check "report again" "$OMEN" report rec --format text
finish
