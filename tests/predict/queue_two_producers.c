/* predicted: race value
 * twin (-DGUARDED): the item says whose it is */
#include "threads.h"
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int queue[8], in, out;
static void push(int v) {
  pthread_mutex_lock(&l);
  queue[in++ % 8] = v;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&l);
}
static int pop(void) {
  pthread_mutex_lock(&l);
  while (in == out) pthread_cond_wait(&c, &l);
  int v = queue[out++ % 8];
  pthread_mutex_unlock(&l);
  return v;
}

int value, copy;
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
  if (item != 1) return u;
#endif
  (void)item;
  copy = value;
  return u;
}
int main(void) {
  RUN(one, other, two);
  return 0;
}
