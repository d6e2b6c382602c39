/* The thesis's figure 31-d: the barrier comes too late.
 * outcome: 0 -
 * outcome-tso: 0 -
 * outcome-weak: 0 -
 * outcome-weak: 134 assertion
 */
#include <assert.h>
#include <pthread.h>
static volatile int globalx, globaly;
static pthread_barrier_t barr;
static void *work0(void *arg) {
  globalx = 2;
  globaly = 1;
  pthread_barrier_wait(&barr);
  return arg;
}
static void *work1(void *arg) {
  globalx = 2;
  pthread_barrier_wait(&barr);
  return arg;
}
int main(void) {
  pthread_t t0, t1;
  pthread_barrier_init(&barr, NULL, 2);
  pthread_create(&t0, 0, work0, 0);
  pthread_create(&t1, 0, work1, 0);
  int y = globaly, x = globalx;
  assert(!(x == 0 && y == 1));
  pthread_join(t0, 0);
  pthread_join(t1, 0);
  return 0;
}
