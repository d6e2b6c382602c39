/* Allocation upon allocation: each thread keeps a window of blocks of all sizes, frees the oldest, hands every
 * eighth to its neighbour (a lock) to be freed there. One race early, one late. */
#include "race.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, WINDOW = 2000, HANDED = 256 };
static struct {
  pthread_mutex_t lock;
  void *block[HANDED];
  unsigned n;
} box[THREADS];
static uint64_t rounds, early, late, sums[THREADS];

static void hand(unsigned to, void *block) {
  pthread_mutex_lock(&box[to].lock);
  if (box[to].n < HANDED)
    box[to].block[box[to].n++] = block;
  else
    free(block);
  pthread_mutex_unlock(&box[to].lock);
}

static void empty(unsigned mine) {
  pthread_mutex_lock(&box[mine].lock);
  while (box[mine].n) {
    char *b = box[mine].block[--box[mine].n];
    sums[mine] += (unsigned char)b[0];
    free(b);
  }
  pthread_mutex_unlock(&box[mine].lock);
}

static void *work(void *arg) {
  unsigned mine = (unsigned)(uintptr_t)arg;
  void **window = calloc(WINDOW, sizeof *window);
  uint64_t x = mine * 88172645463325252ull + 1;
  for (uint64_t i = 0; i < rounds; i++) {
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    size_t size = x % 100 == 0 ? x % 50000 + 1 : x % 300 + 1;
    void **place = &window[i % WINDOW];
    if (*place && i % 8 == 0)
      hand((mine + 1) % THREADS, *place);
    else
      free(*place);
    *place = malloc(size);
    memset(*place, (int)i, size < 64 ? size : 64);
    if (i % 64 == 0) empty(mine);
    if (!mine && i == rounds / 50) race_on(&early);
    if (!mine && i == rounds - (rounds / 50 < 20000 ? rounds / 50 : 20000)) race_on(&late);
    if (i % 1000 == 0) *place = realloc(*place, size * 2);
  }
  for (int i = 0; i < WINDOW; i++) free(window[i]);
  free(window);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t t[THREADS];
  rounds = (argc > 1 ? strtoull(argv[1], NULL, 10) : 20000) / THREADS;
  for (int i = 0; i < THREADS; i++) pthread_mutex_init(&box[i].lock, NULL);
  for (uintptr_t i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
  for (unsigned i = 0; i < THREADS; i++) empty(i);
  printf("early %lu, late %lu\n", (unsigned long)early, (unsigned long)late);
  return 0;
}
