/* Read-mostly: binary search in a large sorted table under a read lock, now and then an update under the write lock.
 * SIZE: thousands of lookups. */
#include "bench.h"

enum { ENTRIES = 1 << 16, BATCH = 16 };
static struct {
  uint64_t key, hits;
} table[ENTRIES];
static long lookups;
static uint64_t total;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t total_lock = PTHREAD_MUTEX_INITIALIZER;

static long search(uint64_t key) {
  long low = 0, high = ENTRIES;
  while (low < high) {
    long middle = (low + high) / 2;
    if (table[middle].key < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

static void work(int id) {
  uint64_t seed = (uint64_t)id + 100, sum = 0;
  long from, to;
  share(lookups, id, &from, &to);
  for (long i = from; i < to; i += BATCH) {
    pthread_rwlock_rdlock(&lock);
    for (int k = 0; k < BATCH; k++) sum += (uint64_t)search(next_random(&seed) % (ENTRIES * 10ull));
    pthread_rwlock_unlock(&lock);
    if (i / BATCH % 64) continue;
    pthread_rwlock_wrlock(&lock);
    table[next_random(&seed) % ENTRIES].hits++;
    pthread_rwlock_unlock(&lock);
  }
  pthread_mutex_lock(&total_lock);
  total += sum;
  pthread_mutex_unlock(&total_lock);
}

int main(int argc, char **argv) {
  lookups = arguments(argc, argv) * 1000;
  for (int i = 0; i < ENTRIES; i++) table[i].key = (uint64_t)i * 10;
  team(work);
  uint64_t sum = total;
  for (int i = 0; i < ENTRIES; i++) sum += table[i].hits * (uint64_t)(i + 1);
  return finish(sum);
}
