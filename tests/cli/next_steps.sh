#!/usr/bin/env bash
# What a newcomer is told to do next: behind a run with races, behind one without, and where verdicts would be weak.
# rooms: cli, quick
. "$(dirname "$0")/run_common"
cat >prog.c <<'C'
#include <pthread.h>
#include <stdio.h>
static int sum;
static void *add(void *arg) {
  sum++;
  return arg;
}
int main(int argc, char **argv) {
  pthread_t t[2];
  for (int i = 0; i < argc; i++) pthread_create(&t[i], NULL, add, NULL);
  for (int i = 0; i < argc; i++) pthread_join(t[i], NULL);
  printf("%d\n", sum);
  return argv[0] == NULL;
}
C
compile prog -O1
expect 0 "$omen" run -o plain.rec -- ./prog 'a b'
says "omen: which of them matter? omen triage -- ./prog 'a b'"
expect 0 "$omen" run -o one.rec -- ./prog
says_not "which of them"
says "no data race was seen in this run; 'omen triage --budget 1m' makes many"
expect 0 "$omen" run -q -o quiet.rec -- ./prog x
[ ! -s err ] || fail "--quiet says: $(cat err)"

# Threads cannot be stopped between accesses that are checked together: what is harmless then is not called so without a word.
"$omen" classify plain.rec >out 2>err
if grep -q "^HARMLESS" err; then says "omen: recorded without --exact"; else says_not "without --exact"; fi
expect 0 "$omen" run -q --exact -o exact.rec -- ./prog x
expect 1 "$omen" classify exact.rec
says "OUTPUT DIFFERS"
says_not "without --exact"
done_testing
