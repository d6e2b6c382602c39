#!/usr/bin/env bash
# A proof of a single ordering says what it assumes, in the text and in JSON: the past, the schedules, and by their ids the
# races that Omen found harmful. It survives a second classification, which reads it from evidence.json. Where a handler
# could end the wait there is no proof and nothing assumed, and the report says why.
# rooms: classify report, quick
. "$(dirname "$0")/run_common"

cat >gate.c <<'C'
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
static volatile int ready, sum;
static volatile sig_atomic_t hurry;
static int data;
static void handler(int sig) { hurry = sig; }
static void *filler(void *p) {
  sum++;
  data = 42;
  ready = 1;
  return p;
}
static void *user(void *p) {
  sum++;
  while (!ready && !hurry) sched_yield();
  if (data != 42) puts("early");
  return p;
}
int main(int argc, char **argv) {
  pthread_t t[2];
  if (argc > 1) signal(SIGUSR1, handler);
  pthread_create(&t[0], NULL, filler, NULL);
  pthread_create(&t[1], NULL, user, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  if (sum != 2) abort();
  return 0;
}
C
cat >check.py <<'PY'
# check.py FILE PROOF: the race on `data` has that proof, and only a proof assumes anything; prints what it assumes.
import json, sys
races = json.load(open(sys.argv[1]))["races"]
data = next(r for r in races if r["location"]["name"] == "data")
assert (data["class"], data["proof"]) == ("single-ordering", sys.argv[2]), data
harmful = [r["id"] for r in races if r["consequence"]]
assert harmful, "no harmful race beside it"
assert all("assumes" not in r for r in races if r["proof"] != "proved"), races
if sys.argv[2] == "proved":
    last = data["assumes"][-1]
    assert len(data["assumes"]) >= 3 and data["assumes"][0].startswith("what comes before"), data["assumes"]
    assert last.startswith("harmful races keep to the recorded order: ") and harmful[0] in last, last
print("\n".join(data.get("assumes", [])), end="")
PY
compile gate -O1

expect 1 "$omen" triage --json r.json -o rec -- ./gate
says "Assumed: what comes before the first access is as recorded"
says "harmful races keep"
python3 check.py r.json proved >first || fail "the proof: $(cat first)"
expect 1 "$omen" classify --json again.json rec
python3 check.py again.json proved >second || fail "the proof that was kept: $(cat second)"
cmp first second || fail "a second classification assumes something else"

expect 1 "$omen" triage --json h.json -o hrec -- ./gate handled
says "(no proof: a signal's handler could"
python3 check.py h.json timeout >none || fail "no proof: $(cat none)"
done_testing
