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
# With one round from a variable, checks of the program leave clocks in registers that are nobody's: no part of the state.
# What counts, in a register or in memory, is.
cat >rounds.c <<'C'
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t f = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int n = 1, left;
static char kind;
static void once(void) {
  if (kind == 'r') pthread_rwlock_rdlock(&rw), pthread_rwlock_unlock(&rw);
  else if (kind == 't') { if (!pthread_mutex_trylock(&f)) pthread_mutex_unlock(&f); }
  else pthread_mutex_lock(&f), pthread_mutex_unlock(&f);
}
static void *work(void *p) {
  int most = left;
  if (kind == 'k') /* k: counted in a register */
    for (int k = 0; k < most; k++) pthread_mutex_lock(&f), pthread_mutex_unlock(&f);
  else
    while (n) {
      for (int i = 0; i < n; i++) once();
      if (most && !--left) n = 0;
    }
  return p;
}
int main(int argc, char **argv) {
  pthread_t t;
  kind = argv[1][0];
  if (argc > 2) left = atoi(argv[2]);
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  return 0;
}
C
for level in 0 1; do
  compile rounds -O$level
  for kind in m r t; do
    expect 124 "$omen" run --strategy pct --time-limit 1m -o rounds.rec -- ./rounds $kind
    says "ENDLESS LOOP"
  done
done
for kind in m k; do
  expect 0 "$omen" run --strategy pct --time-limit 1m -o rounds.rec -- ./rounds $kind 300000
  says_not "ENDLESS"
done
done_testing
