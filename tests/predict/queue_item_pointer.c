/* predicted: race total
 * twin (-DGUARDED): the total is counted before the item goes out */
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

int items[2] = {1, 2}, total, copy;
static void *one(void *u) {
#ifdef GUARDED
  total = 3;
  push(0);
  push(1);
#else
  push(0);
  total = 3;
  push(1);
#endif
  return u;
}
static void *two(void *u) {
  copy = items[pop()];
  copy += total;
  return u;
}
int main(void) {
  RUN(one, two);
  return 0;
}
