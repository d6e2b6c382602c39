/* A loop that waits for a flag.
 * outcome: 0 - 1/
 * outcome: 0 - 2/
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int flag, x;
static void *set(void *p) {
  atomic_store(&x, 1);
  atomic_store(&flag, 1);
  atomic_store(&x, 2);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  while (!atomic_load(&flag)) continue;
  int r = atomic_load(&x);
  pthread_join(t, 0);
  printf("%d\n", r);
  return 0;
}
