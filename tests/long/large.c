/* Much live memory, all of it touched by all threads: ROUNDS sweeps over MEGABYTES of records under a lock a
 * stripe, and a scan of everything by each thread behind a barrier. One race, at the end. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, STRIPES = 256 };
struct record {
  uint64_t key, sum;
  uint32_t owner, version;
};
static struct record *records;
static size_t n;
static unsigned rounds;
static uint64_t total, raced;
static pthread_mutex_t stripe[STRIPES];
static pthread_barrier_t all;

static void update(unsigned s, unsigned who) {
  size_t first = n / STRIPES * s, end = n / STRIPES * (s + 1);
  pthread_mutex_lock(&stripe[s]);
  for (size_t i = first; i < end; i++) {
    records[i].sum += records[i].key ^ who;
    records[i].owner = who;
    records[i].version++;
  }
  pthread_mutex_unlock(&stripe[s]);
}

static uint64_t scan(unsigned who) {
  uint64_t sum = 0;
  for (size_t i = 0, at = n / THREADS * who; i < n; i++, at = at + 1 == n ? 0 : at + 1)
    sum += records[at].sum + records[at].version;
  return sum;
}

static void *work(void *arg) {
  unsigned who = (unsigned)(uintptr_t)arg;
  for (unsigned r = 0; r < rounds; r++) {
    for (unsigned s = 0; s < STRIPES; s++) update((s * 7 + who * 64 + r) % STRIPES, who);
    pthread_barrier_wait(&all);
    uint64_t sum = scan(who);
    pthread_barrier_wait(&all);
    if (!who) total += sum;
  }
  raced = who;
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t t[THREADS];
  size_t megabytes = argc > 1 ? strtoull(argv[1], NULL, 10) : 16;
  rounds = argc > 2 ? (unsigned)atoi(argv[2]) : 2;
  n = megabytes * 1048576 / sizeof *records / STRIPES * STRIPES;
  records = calloc(n, sizeof *records);
  for (size_t i = 0; i < n; i++) records[i].key = i * 0x9e3779b97f4a7c15ull;
  for (int i = 0; i < STRIPES; i++) pthread_mutex_init(&stripe[i], NULL);
  pthread_barrier_init(&all, NULL, THREADS);
  for (uintptr_t i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
  printf("total %lx, raced %lu\n", (unsigned long)total, (unsigned long)raced);
  return 0;
}
