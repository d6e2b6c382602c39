/* A race that goes on all the time: a clock that one thread sets now and then without a lock, and all read,
 * in several places, at every round; and another variable, which all read as often and one writes once, near
 * the end. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4 };
static pthread_mutex_t own[THREADS], shared = PTHREAD_MUTEX_INITIALIZER;
static uint64_t rounds, now, late, total, sums[THREADS], seen[THREADS];

static void begin(unsigned who) { sums[who] += now; }
static void middle(unsigned who) { sums[who] ^= now; }
static void end(unsigned who) { sums[who] -= now / 2; }

static void *work(void *arg) {
  unsigned who = (unsigned)(uintptr_t)arg;
  uint64_t behind = rounds / 50 < 4000 ? rounds / 50 : 4000;
  for (uint64_t i = 0; i < rounds; i++) {
    pthread_mutex_lock(&own[who]);
    begin(who);
    pthread_mutex_unlock(&own[who]);
    middle(who);
    pthread_mutex_lock(&own[who]);
    if (late) seen[who]++;
    end(who);
    pthread_mutex_unlock(&own[who]);
    if (i % 16 == 0) {
      pthread_mutex_lock(&shared);
      total += sums[who];
      pthread_mutex_unlock(&shared);
    }
    if (!who && i % 1000 == 0) now = i;
    if (!who && i == rounds - behind) late = 1;
  }
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t t[THREADS];
  rounds = (argc > 1 ? strtoull(argv[1], NULL, 10) : 20000) / THREADS;
  for (int i = 0; i < THREADS; i++) pthread_mutex_init(&own[i], NULL);
  for (uintptr_t i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
  printf("%lx %lu\n", (unsigned long)total, (unsigned long)(seen[1] > 0));
  return 0;
}
