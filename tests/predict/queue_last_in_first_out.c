/* predicted: race value
 * twin (-DGUARDED): the item says whose it is */
#include "threads.h"
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int items[8], n;
int value, copy;
static void push(int v) {
  pthread_mutex_lock(&l);
  items[n++] = v;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&l);
}
static int pop(void) {
  pthread_mutex_lock(&l);
  while (!n) pthread_cond_wait(&c, &l);
  int v = items[--n];
  pthread_mutex_unlock(&l);
  return v;
}
static void *one(void *u) {
  value = 3;
  push(1);
  return u;
}
static void *other(void *u) {
  push(2);
  return u;
}
static void *two(void *u) {
  int item = pop();
#ifdef GUARDED
  while (item != 1) item = pop();
#endif
  (void)item;
  copy = value;
  return u;
}
int main(void) {
  RUN(one, other, two);
  return 0;
}
