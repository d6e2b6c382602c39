/* A chained hash table with a lock for every 1/64 of its buckets: three inserts or updates to one removal, and
 * lookups between. SIZE: thousands of operations. */
#include "bench.h"

enum { BUCKETS = 1 << 14, STRIPES = 64, KEYS = 1 << 15 };
struct node {
  uint64_t key, value;
  struct node *next;
};
static struct node *bucket[BUCKETS];
static pthread_mutex_t stripe[STRIPES];
static long operations;
static uint64_t total;
static pthread_mutex_t total_lock = PTHREAD_MUTEX_INITIALIZER;

static unsigned slot(uint64_t key) { return (unsigned)((key * 0x9e3779b97f4a7c15ull) >> 50); }

static struct node **find(uint64_t key) {
  struct node **p = &bucket[slot(key)];
  while (*p && (*p)->key != key) p = &(*p)->next;
  return p;
}

static void add(uint64_t key) {
  struct node **p = find(key);
  if (!*p) {
    *p = must_alloc(sizeof **p);
    (*p)->key = key;
  }
  (*p)->value++;
}

static void drop(uint64_t key) {
  struct node **p = find(key), *gone = *p;
  if (!gone) return;
  *p = gone->next;
  free(gone);
}

static void work(int id) {
  uint64_t seed = (uint64_t)id, found = 0;
  long from, to;
  share(operations, id, &from, &to);
  for (long i = from; i < to; i++) {
    uint64_t r = next_random(&seed);
    /* each thread has keys of its own, so that the final table does not depend on the schedule */
    uint64_t key = (r >> 8) % KEYS * MAX_THREADS + (uint64_t)id;
    pthread_mutex_t *m = &stripe[slot(key) % STRIPES];
    pthread_mutex_lock(m);
    if (r % 8 < 3) add(key);
    else if (r % 8 == 3) drop(key);
    else found += *find(key) != NULL;
    pthread_mutex_unlock(m);
  }
  pthread_mutex_lock(&total_lock);
  total += found;
  pthread_mutex_unlock(&total_lock);
}

int main(int argc, char **argv) {
  operations = arguments(argc, argv) * 1000;
  for (int i = 0; i < STRIPES; i++) pthread_mutex_init(&stripe[i], NULL);
  team(work);
  uint64_t sum = total;
  for (int i = 0; i < BUCKETS; i++)
    for (struct node *p = bucket[i]; p; p = p->next) sum += p->key * 31 + p->value;
  return finish(sum);
}
