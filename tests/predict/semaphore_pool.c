/* predicted: race value
 * twin (-DGUARDED): the pool has one place */
#include "threads.h"
#include <semaphore.h>
static sem_t pool;
#ifdef GUARDED
enum { PLACES = 1 };
#else
enum { PLACES = 2 };
#endif
int value;
static void *work(void *u) {
  sem_wait(&pool);
  value++;
  sem_post(&pool);
  return u;
}
int main(void) {
  sem_init(&pool, 0, PLACES);
  RUN(work, work);
  return 0;
}
