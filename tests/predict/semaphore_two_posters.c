/* predicted: race value
 * twin (-DGUARDED): the second poster waits for the first */
#include "threads.h"
#include <semaphore.h>
static sem_t s, turn;
int value, copy;
static void *one(void *u) {
  value = 3;
  sem_post(&s);
  sem_post(&turn);
  return u;
}
static void *other(void *u) {
#ifdef GUARDED
  sem_wait(&turn);
#endif
  sem_post(&s);
  return u;
}
static void *two(void *u) {
  sem_wait(&s);
  copy = value;
  return u;
}
int main(void) {
  sem_init(&s, 0, 0);
  sem_init(&turn, 0, 0);
  RUN(one, other, two);
  return 0;
}
