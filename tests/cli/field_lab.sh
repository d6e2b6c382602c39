#!/bin/bash
# A race that the field met comes back to the laboratory: the one recorded run orders its accesses by chance, so the run is steered to
# them. A race that is ordered in truth is not made one.
# rooms: field triage, quick
. "$(dirname "$0")/cc_common"
cat >prog.c <<'END2'
#include <pthread.h>
#include <stdio.h>
static int first, second, count;
static int *shared = &first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *early(void *unused) {
  shared = NULL; // set
  pthread_mutex_lock(&lock);
  count++; // begun
  shared = &second; // mended
  pthread_mutex_unlock(&lock);
  return unused;
}
static void *late(void *unused) {
  pthread_mutex_lock(&lock);
  count++; // counted
  pthread_mutex_unlock(&lock);
  *shared = 1; // used
  return unused;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, early, NULL);
  pthread_create(&t[1], NULL, late, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("%d\n", count);
  return 0;
}
END2
line() { grep -n "// $1\$" prog.c | cut -d: -f1; }
result() { printf '{"pid":1,"task":"%s","result":"Race","end":true,"places":["prog.c:%s","prog.c:%s"],"orders":{"first":true,"second":true}}\n' "$1" "$(line "$1")" "$(line "$2")"; }
check "build" "$OMEN" cc -O1 prog.c -o prog
result set used >met
timeout 300 "$OMEN" triage -q --from-field met --runs 1 --json lab.json -- ./prog >lab.log 2>&1
python3 - <<'END2' || fail "$(tail -20 lab.log)"
import json
r = json.load(open("lab.json"))
assert '"status": "reproduced"' in json.dumps(r), "not reproduced"
assert any(x.get("origin") == "predicted" for x in r["races"]), "no steered race"
END2
result begun counted >never
timeout 300 "$OMEN" triage -q --from-field never --runs 1 --json lab.json -- ./prog >lab.log 2>&1
grep -q '"status": *"reproduced"' lab.json && fail "an ordered pair became a race: $(tail -20 lab.log)"
grep -q '"status": *"ordered"' lab.json || fail "ordered: $(grep -B3 -A3 '"status"' lab.json)"
finish
