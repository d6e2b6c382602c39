#!/usr/bin/env bash
# A recorded run that goes on for ever is known as one by PCT, too, whose priorities would let one of two threads run for
# ever: when a state came back it goes on by chance. The same threads with an end come to it.
# rooms: runtime/explore runtime/sched, slow
. "$(dirname "$0")/run_common"
cat >round.c <<'C'
#include <pthread.h>
static pthread_mutex_t f = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *p) {
#ifdef ROUNDS
  for (int k = 0; k < ROUNDS; k++)
#else
  while (1)
#endif
    for (int i = 0; i < 1; i++) {
      pthread_mutex_lock(&f);
      pthread_mutex_unlock(&f);
    }
  return p;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
C
compile round
expect 124 "$omen" run --strategy pct --time-limit 1m -o round.rec -- ./round
says "ENDLESS LOOP"
expect 124 "$omen" replay round.rec
compile round -DROUNDS=300000
expect 0 "$omen" run --strategy pct --time-limit 1m -o round.rec -- ./round
says_not "ENDLESS"
done_testing
