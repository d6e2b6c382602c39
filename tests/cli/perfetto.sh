#!/usr/bin/env bash
# omen trace --format perfetto: the timeline has every event once, locks that are let go of, and the races in their places.
# rooms: trace report, quick
. "$(dirname "$0")/run_common"
cat >prog.c <<'C'
#include <pthread.h>
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static volatile int count, safe;
static void *worker(void *arg) {
  count = count + 1;
  pthread_mutex_lock(&guard);
  safe = safe + 1;
  pthread_mutex_unlock(&guard);
  return arg;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
C
compile prog -O0
expect 0 "$omen" run -q --exact --strategy rr -o prog.rec --json r.json -- ./prog
expect 0 "$omen" trace prog.rec -o t.json --format perfetto
expect 0 "$omen" trace prog.rec -o t.std --format std
python3 - <<'P' || fail "the timeline"
import json
t, r = json.load(open("t.json"))["traceEvents"], json.load(open("r.json"))
std = [l for l in open("t.std")]
assert sum(e["dur"] for e in t if e["ph"] == "X") == len(std), "every event once"
runs = sorted((e["ts"], e["ts"] + e["dur"]) for e in t if e["ph"] == "X")
assert all(a[1] == b[0] for a, b in zip(runs, runs[1:])), "one thread at a time"
names = {e["tid"]: e["args"]["name"] for e in t if e["ph"] == "M"}
assert set(names) == {0, 1, 2, 3} and names[0] == "T0" and "T1 worker" in names.values(), names
held = [e for e in t if e["ph"] in "be"]
assert len(held) == 6 and {e["name"] for e in held} == {"holds guard"}, held
begin = {}
for e in held:
    if e["ph"] == "b": assert e["id"] not in begin; begin[e["id"]] = e
    else: assert begin.pop(e["id"])["ts"] < e["ts"]
assert not begin
marks = {e["name"].split()[1].rstrip(":") for e in t if e["ph"] == "i"}
assert marks == {x["id"] for x in r["races"]} and marks, (marks, r["races"])
arrows = [e for e in t if e["ph"] in "sf"]
assert len(arrows) == 12 and all(sum(a["id"] == e["id"] for a in arrows) == 2 for e in arrows)
P
# The same from the trace file, without names; and back from standard output.
expect 0 "$omen" trace t.std -o - --format perfetto && python3 -c "
import json; t = json.load(open('out'))['traceEvents']; assert any(e['ph'] == 'X' for e in t)" || fail "from a trace file"
expect 2 "$omen" trace prog.rec -o x --format pdf && one_line
expect 3 "$omen" trace nothing -o x --format perfetto && one_line
printf 'T1|acq(l)|1\nT1|w(x)|2\n' >odd.std
expect 0 "$omen" trace odd.std -o odd.json --format perfetto
head -c 2000 /dev/urandom >noise
"$omen" trace noise -o x --format perfetto >/dev/null 2>&1
[ $? -le 3 ] || fail "noise"
done_testing
