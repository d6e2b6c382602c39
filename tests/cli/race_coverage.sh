#!/usr/bin/env bash
# --race-coverage: candidates that were seen racing, ordered, by one side, or not at all, of one run, of several, and of a test suite.
# rooms: triage report static cli, slow
. "$(dirname "$0")/run_common"

cat >prog.c <<'C'
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
static int hits, handed, late, never;
static sem_t ready;
static int some;
static void *worker(void *arg) {
  hits++;
  sem_wait(&ready);
  printf("%d\n", handed);
  late = 1;
  if (some > 1) never = 2;
  return arg;
}
int main(int argc, char **argv) {
  pthread_t t;
  some = argc;
  sem_init(&ready, 0, 0);
  pthread_create(&t, NULL, worker, NULL);
  hits++;
  handed = 1;
  sem_post(&ready);
  if (argc > 1) printf("%d %d\n", late, never);
  pthread_join(t, NULL);
  return 0;
}
C
"$omen" cc -g -O1 -pthread prog.c -o prog
# counts REPORT: the states of the candidates of each variable are these.
counts() {
  python3 - "$1" <<'P' || fail "$1 is wrong"
import json, sys
c = json.load(open(sys.argv[1]))["race_coverage"]
assert c["candidates"] == c["racing"] + c["ordered"] + c["apart"] + c["one_side"] + c["unreached"], c
assert c["racing"] >= 2 and c["ordered"] == 1 and c["one_side"] == 1 and c["unreached"] == 1 and c["apart"] == 0, c
worth = {w["location"]["object"]: (w["state"], sorted(a["reached"] for a in w["accesses"])) for w in c["worth_a_test"]}
assert worth == {"late": ("one_side", [False, True]), "never": ("unreached", [False, False])}, worth
P
}
"$omen" triage --race-coverage --runs 1 -o rec --json one.json --html one.html -- ./prog >/dev/null 2>err
counts one.json
grep -Eq '^omen: coverage of races: of [0-9]+ candidates [0-9]+ were seen racing, 1 ordered, 0 at different memory, 1 by one side only; 1 were not reached' err ||
  fail "the text says: $(cat err)"
grep -q '^omen:   `never`: .*(not reached), .*(not reached)' err || fail "what is worth a test is not told"
grep -q '"race_coverage"' one.html || fail "the page has no coverage"
"$omen" triage --race-coverage --runs 2 -o campaign --json two.json -- ./prog >/dev/null 2>&1
counts two.json
"$omen" test --race-coverage -o suite --json three.json -- sh -c './prog' >/dev/null 2>&1
counts three.json
# The other input reaches all.
"$omen" triage --race-coverage --runs 1 -o more --json more.json -- ./prog x >/dev/null 2>&1
json more.json 'r["race_coverage"]["unreached"] == 0 and r["race_coverage"]["one_side"] == 0'
"$omen" triage --runs 1 -o plain --json plain.json -- ./prog >/dev/null 2>&1
json plain.json '"race_coverage" not in r'
done_testing
