/* The thesis's figure 31-b: one order of the stores fails, and no sequentially consistent run has it.
 * (Printed there as globaly == 2, which nobody stores.)
 * outcome: 0 -
 * outcome-tso: 0 -
 * outcome-weak: 0 -
 * outcome-weak: 134 assertion
 */
#include <assert.h>
#include <pthread.h>
static volatile int globalx, globaly;
static void *work0(void *arg) {
  globalx = 2;
  globaly = 1;
  return arg;
}
static void *work1(void *arg) {
  globalx = 2;
  return arg;
}
int main(void) {
  pthread_t t0, t1;
  pthread_create(&t0, 0, work0, 0);
  pthread_create(&t1, 0, work1, 0);
  int y = globaly, x = globalx;
  assert(!(x == 0 && y == 1));
  pthread_join(t0, 0);
  pthread_join(t1, 0);
  return 0;
}
