// Two threads take two locks in opposite order, both holding their first.
// OMEN: defect deadlock
#include "../defects.h"
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both_hold;
static void *one(void *p) {
  pthread_mutex_lock(&a);
  if (bad) pthread_barrier_wait(&both_hold);
  pthread_mutex_lock(&b); // @BAD
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return p;
}
static void *two(void *p) {
  pthread_mutex_lock(bad ? &b : &a);
  if (bad) pthread_barrier_wait(&both_hold);
  pthread_mutex_lock(bad ? &a : &b); // @BAD
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return p;
}
int main(void) {
  pthread_barrier_init(&both_hold, NULL, 2);
  pthread_t t = start(one, NULL), u = start(two, NULL);
  finish(t);
  finish(u);
  puts("done");
  return 0;
}
