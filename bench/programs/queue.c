/* A bounded queue with one mutex and two condition variables: half the threads produce, half consume, little work
 * for each item. SIZE: thousands of items. */
#include "bench.h"

enum { CAPACITY = 32 };
static uint64_t ring[CAPACITY], total;
static long items, produced, consumed;
static int head, fill;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, total_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;

static int put(void) {
  pthread_mutex_lock(&lock);
  while (fill == CAPACITY && produced < items) pthread_cond_wait(&not_full, &lock);
  int more = produced < items;
  if (more) {
    ring[(head + fill++) % CAPACITY] = (uint64_t)produced++;
    pthread_cond_signal(&not_empty);
  } else {
    pthread_cond_broadcast(&not_full);
  }
  pthread_mutex_unlock(&lock);
  return more;
}

static int take(uint64_t *v) {
  pthread_mutex_lock(&lock);
  while (fill == 0 && consumed < items) pthread_cond_wait(&not_empty, &lock);
  int more = consumed < items;
  if (more) {
    *v = ring[head];
    head = (head + 1) % CAPACITY;
    fill--;
    consumed++;
    pthread_cond_signal(&not_full);
  }
  if (consumed == items) pthread_cond_broadcast(&not_empty);
  pthread_mutex_unlock(&lock);
  return more;
}

static void work(int id) {
  if (id % 2 == 0) {
    while (put()) continue;
    return;
  }
  uint64_t sum = 0, v;
  while (take(&v)) {
    uint64_t state = v;
    for (int i = 0; i < 50; i++) sum += next_random(&state) & 0xffff;
  }
  pthread_mutex_lock(&total_lock);
  total += sum;
  pthread_mutex_unlock(&total_lock);
}

int main(int argc, char **argv) {
  items = arguments(argc, argv) * 1000;
  if (team_size < 2) team_size = 2;
  team(work);
  return finish(total);
}
