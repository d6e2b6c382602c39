/* predicted: race value
 * twin (-DGUARDED): the semaphore begins at 0 */
#include "threads.h"
#include <semaphore.h>
static sem_t s;
int value, copy;
static void *one(void *u) {
  value = 3;
  sem_post(&s);
  return u;
}
static void *two(void *u) {
  sem_wait(&s);
  copy = value;
  return u;
}
int main(void) {
#ifdef GUARDED
  sem_init(&s, 0, 0);
#else
  sem_init(&s, 0, 1);
#endif
  RUN(one, two);
  return 0;
}
