#!/usr/bin/env bash
# What the report says of the accesses, and of an incident that two races cause together.
# rooms: report, quick
. "$(dirname "$0")/run_common"

# One line that reads and writes: which of the two values is the access's. What goes wrong whatever the order of the pair
# is told, though the pair is not blamed for it.
cat >count.c <<'C'
#include <pthread.h>
#include <stdio.h>
volatile int count = 5;
void *take(void *arg) {
  count--;
  return arg;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, take, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
  printf("%d\n", count);
  return 0;
}
C
compile count -O0
expect 1 "$omen" triage --all -o count.rec -- ./count
grep -q 'T1   writes  count.c:5  count--;  (value 4)' err || fail "the value that T1 wrote"
grep -q 'T2   reads   count.c:5  count--;  (value 4)' err || fail "the value that T2 read"
grep -q 'T2   writes  count.c:5  count--;  (value 3)' err || fail "the value that T2 wrote"

cp "$here/../verdicts/unseen/seqlock_one_look.c" half.c
compile half -O0
expect 1 "$omen" triage -o half.rec --json half.json -- ./half
# One half is old and the other new: both races cause the one incident.
json half.json "[(i['consequence'], i['cause']['tested'], {p['variable'] for p in i['cause']['pairs']}) for i in r['incidents']] == [('assertion', True, {'x', 'y'})]"
json half.json "sorted(r['incidents'][0]['races']) == sorted(x['id'] for x in r['races'])"

done_testing
