// Two threads wait for one condition at a time, with two mutexes.
// OMEN: defect thread-misuse
#include "../defects.h"
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int go;
static int may_go(void) {
  pthread_mutex_lock(&guard);
  int g = go;
  pthread_mutex_unlock(&guard);
  return g;
}
static void *waiter(void *p) {
  pthread_mutex_t *mine = &m[bad ? (intptr_t)p : 0];
  pthread_mutex_lock(mine);
  while (!may_go()) pthread_cond_wait(&c, mine); // @BAD
  pthread_mutex_unlock(mine);
  return NULL;
}
static void *starter(void *p) {
  for (int i = 0; i < 2; i++) pthread_mutex_lock(&m[i]);
  pthread_mutex_lock(&guard);
  go = 1;
  pthread_mutex_unlock(&guard);
  pthread_cond_broadcast(&c);
  for (int i = 0; i < 2; i++) pthread_mutex_unlock(&m[i]);
  return p;
}
int main(void) {
  pthread_t t = start(waiter, (void *)0), u = start(waiter, (void *)1), v = start(starter, NULL);
  finish(t);
  finish(u);
  finish(v);
  puts("done");
  return 0;
}
