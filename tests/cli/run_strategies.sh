#!/usr/bin/env bash
# Strategies of omen run: POS lets an event wait as long as need be, which a random walk hardly ever does; a seed means
# one schedule; every schedule replays.
. "$(dirname "$0")/run_common"

# Bad only when `looker`, which leaves the barrier together with `worker`, makes its one look after all of the other's
# unrelated work: about one run in 13 by POS, one in some thousands by a random walk.
cat >late.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int ready;
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t start;
static int bad;
static void *worker(void *p) {
  pthread_barrier_wait(&start);
  for (int i = 0; i < 5; i++) {
    pthread_mutex_lock(&own);
    pthread_mutex_unlock(&own);
  }
  atomic_store(&ready, 1);
  return p;
}
static void *looker(void *p) {
  pthread_barrier_wait(&start);
  bad = atomic_load(&ready);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&start, 0, 2);
  pthread_create(&b, 0, looker, 0);
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return bad ? 3 : 0;
}
C
compile late
hits() { # STRATEGY: how many of 60 seeds are bad; the last one that was is $bad_seed
  local n=0 status
  for seed in $(seq 60); do
    "$omen" run --quiet --strategy "$1" --seed "$seed" -o late.rec -- ./late
    status=$?
    [ $status -eq 3 ] && n=$((n + 1)) && bad_seed=$seed
    [ $status -eq 3 ] || [ $status -eq 0 ] || fail "$1, seed $seed: status $status"
  done
  found=$n
}
hits random
random=$found
hits pos
pos=$found
echo "of 60 seeds: pos $pos, random $random"
[ "$pos" -ge 3 ] || fail "POS found the late look in $pos of 60 runs"
[ "$pos" -ge $((random + 2)) ] || fail "POS found it $pos times, a random walk $random times"

expect 3 "$omen" run --quiet --strategy pos --seed "$bad_seed" -o a.rec -- ./late
expect 3 "$omen" run --quiet --strategy pos --seed "$bad_seed" -o b.rec -- ./late
cmp -s a.rec/digest b.rec/digest || fail "one seed, two schedules"
for i in 1 2 3; do expect 3 "$omen" replay --check a.rec; done
says "the same in all its"
expect 2 "$omen" run --strategy sop -- ./late
says "no strategy 'sop'"
done_testing
