/* The thesis's figure 31-c: a barrier between the stores. By C11 the reader, which takes no part in
 * it, may still see the later one alone.
 * outcome: 0 - 0,0/
 * outcome: 0 - 2,0/
 * outcome: 0 - 2,1/
 * outcome-tso: 0 - 0,0/
 * outcome-tso: 0 - 2,0/
 * outcome-tso: 0 - 2,1/
 * outcome-weak: 0 - 0,0/
 * outcome-weak: 0 - 2,0/
 * outcome-weak: 0 - 2,1/
 * outcome-weak: 0 - 0,1/
 */
#include <pthread.h>
#include <stdio.h>
static volatile int globalx, globaly;
static pthread_barrier_t barr;
static void *work0(void *arg) {
  globalx = 2;
  pthread_barrier_wait(&barr);
  globaly = 1;
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
  printf("%d,%d\n", x, y);
  pthread_join(t0, 0);
  pthread_join(t1, 0);
  return 0;
}
