/* One harmless race with everything around it to order: grow THREADS POINTS MEGABYTES PREFIX.
 *   PREFIX     lock operations before the race, which a checkpoint must not repeat
 *   THREADS    threads after the race
 *   POINTS     lock operations of each of them after the race: places where a schedule can differ
 *   MEGABYTES  of memory touched before the race, which a fork must not copy in vain */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int seen;
static long points, total;

static void *work(void *arg) {
  seen = 1; /* the race: all write the same */
  for (long i = 0; i < points; i++) {
    pthread_mutex_lock(&m);
    total++;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  int threads = atoi(argv[1]);
  points = atol(argv[2]);
  size_t bytes = (size_t)atol(argv[3]) << 20;
  char *memory = malloc(bytes + 1);
  if (threads < 2 || threads > 64 || !memory) return 2;
  memset(memory, 1, bytes + 1);
  for (long i = atol(argv[4]); i > 0; i--) {
    pthread_mutex_lock(&m);
    total++;
    pthread_mutex_unlock(&m);
  }
  pthread_t t[64];
  for (int i = 0; i < threads; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < threads; i++) pthread_join(t[i], NULL);
  printf("%ld %d %d\n", total, seen, memory[bytes]);
  return 0;
}
