// Two workers block each other; main does not wait for them and ends well.
// OMEN: defect deadlock
// OMEN: end exit 0
#include "../defects.h"
#include <sched.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both_hold;
static void *one(void *p) {
  pthread_mutex_lock(&a);
  pthread_barrier_wait(&both_hold);
  if (!bad) pthread_mutex_unlock(&a);
  pthread_mutex_lock(&b); // @BAD
  pthread_mutex_unlock(&b);
  if (bad) pthread_mutex_unlock(&a);
  return p;
}
static void *two(void *p) {
  pthread_mutex_lock(&b);
  pthread_barrier_wait(&both_hold);
  if (!bad) pthread_mutex_unlock(&b);
  pthread_mutex_lock(&a); // @BAD
  pthread_mutex_unlock(&a);
  if (bad) pthread_mutex_unlock(&b);
  return p;
}
int main(void) {
  pthread_barrier_init(&both_hold, NULL, 2);
  pthread_t t = start(one, NULL), u = start(two, NULL);
  if (!bad) finish(t);
  if (!bad) finish(u);
  for (int i = 0; i < 20; i++) sched_yield();
  puts("main is done");
  return 0;
}
