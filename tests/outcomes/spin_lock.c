/* A lock of an exchange that is repeated until it works, and the loop's twin with a yield.
 * outcome: 0 - 12/
 * outcome: 0 - 21/
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int lock;
static int order[2], n;
static void *enter(void *p) {
  while (atomic_exchange(&lock, 1))
    if (p) sched_yield();
  order[n++] = p ? 2 : 1;
  atomic_store(&lock, 0);
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, enter, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  printf("%d%d\n", order[0], order[1]);
  return 0;
}
