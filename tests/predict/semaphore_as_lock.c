/* predicted: race value
 * twin (-DGUARDED): the flag under the semaphore decides */
#include "threads.h"
#include <semaphore.h>
static sem_t s;
int value, n, ready, copy;
static int visit(int set) {
  sem_wait(&s);
  n++;
  int was = ready;
  ready |= set;
  sem_post(&s);
  return was;
}
static void *one(void *u) {
  value = 3;
  visit(1);
  return u;
}
static void *two(void *u) {
  int go = visit(0);
#ifdef GUARDED
  if (!go) return u;
#endif
  (void)go;
  copy = value;
  return u;
}
int main(void) {
  sem_init(&s, 0, 1);
  RUN(one, two);
  return 0;
}
