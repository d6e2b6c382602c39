/* A thread a job: COUNT threads over time, eight alive at once, each with a little work under locks; some are
 * detached. One race among two early ones, one among two late ones. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { ALIVE = 8 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gone = PTHREAD_COND_INITIALIZER;
static unsigned detached;
static uint64_t sum, early, late, count;
static atomic_uint done;
static _Thread_local uint64_t mine;

static void *job(void *arg) {
  uint64_t n = (uintptr_t)arg;
  for (int i = 0; i < 20; i++) {
    uint64_t *scratch = malloc(64 + n % 512);
    scratch[0] = n * (unsigned)i;
    pthread_mutex_lock(&lock);
    sum += scratch[0];
    pthread_mutex_unlock(&lock);
    mine += scratch[0];
    free(scratch);
  }
  if (n / ALIVE == count / 50 / ALIVE) early = n;
  if (n / ALIVE == count / 50 * 49 / ALIVE) late = n;
  atomic_fetch_add(&done, mine ? 1 : 0);
  if (n % 4 == 3) {
    pthread_mutex_lock(&lock);
    detached--;
    pthread_cond_signal(&gone);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(int argc, char **argv) {
  count = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000;
  for (uint64_t at = 0; at < count; at += ALIVE) {
    pthread_t t[ALIVE];
    for (uint64_t i = 0; i < ALIVE; i++) {
      if ((at + i) % 4 == 3) {
        pthread_mutex_lock(&lock);
        detached++;
        pthread_mutex_unlock(&lock);
      }
      pthread_create(&t[i], NULL, job, (void *)(at + i));
      if ((at + i) % 4 == 3) pthread_detach(t[i]);
    }
    for (uint64_t i = 0; i < ALIVE; i++)
      if ((at + i) % 4 != 3) pthread_join(t[i], NULL);
    pthread_mutex_lock(&lock);
    while (detached) pthread_cond_wait(&gone, &lock);
    pthread_mutex_unlock(&lock);
  }
  printf("sum %lx, done %u, early %lu, late %lu\n", (unsigned long)sum, done, (unsigned long)early,
         (unsigned long)late);
  return 0;
}
