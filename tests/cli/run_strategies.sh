#!/usr/bin/env bash
# Strategies of omen run: POS lets an event wait as long as need be, which a random walk hardly ever does; a random walk
# does not favour the order of creation; PCT's change points come in all parts of a long run; a seed means one schedule;
# every schedule replays.
# rooms: runtime/sched, quick
. "$(dirname "$0")/run_common"

# Bad only when `looker`, which leaves the barrier together with `worker`, makes its one look after all of the other's
# unrelated work: about one run in 13 by POS, one in some thousands by a random walk.
cp "$here/../../bench/samplers/late.c" .
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

# Four threads, one line each: libc's own events of making threads must not make their order.
cat >order.c <<'C'
#include <pthread.h>
#include <stdio.h>
static void *work(void *p) {
  printf("%d", (int)(long)p);
  return p;
}
int main(void) {
  pthread_t t[4];
  for (long i = 0; i < 4; i++) pthread_create(&t[i], 0, work, (void *)(i + 1));
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
  puts("");
  return 0;
}
C
compile order
for seed in $(seq 240); do "$omen" run --quiet --strategy random --seed "$seed" -o order.rec -- ./order; done >orders
python3 - <<'P' || fail "a random walk over 240 seeds: $(sort orders | uniq -c | sort -rn | tr '\n' ',')"
from collections import Counter
n = Counter(line.strip() for line in open("orders"))
square = sum((n[k] - 10) ** 2 / 10 for k in n) + 10 * (24 - len(n))
assert sum(n.values()) == 240 and len(n) >= 23 and max(n.values()) <= 30 and square < 72, (len(n), max(n.values()), square)
P

# Bad only where the first thread is stopped first in its second half, after some 10,000 events.
cat >stopped_late.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static atomic_int late;
static void *worker(void *p) {
  for (int i = 0; i < 10000; i++) {
    if (i == 5000) atomic_store(&late, 1);
    pthread_mutex_lock(&own);
    pthread_mutex_unlock(&own);
  }
  atomic_store(&late, 0);
  return p;
}
static void *looker(void *p) {
  if (atomic_load(&late)) exit(3);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
C
compile stopped_late
found=0
for seed in $(seq 60); do
  "$omen" run --quiet --strategy pct --seed "$seed" -o pct.rec -- ./stopped_late || found=$((found + 1))
done
echo "of 60 seeds: pct $found"
[ $found -ge 2 ] || fail "PCT stopped the thread late in $found of 60 runs"
done_testing
