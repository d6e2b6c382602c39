// Two threads take two locks in opposite order. It goes well in this run.
// OMEN: defect potential-deadlock
#include "../defects.h"
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *p) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b); // @BAD
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return p;
}
static void *two(void *p) {
  pthread_mutex_lock(bad ? &b : &a);
  pthread_mutex_lock(bad ? &a : &b); // @BAD
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return p;
}
int main(void) {
  pthread_t t = start(one, NULL), u = start(two, NULL);
  finish(t);
  finish(u);
  puts("done");
  return 0;
}
