/* A sleep does not order: the thread may be late all the same.
 * outcome: 0 - 0/
 * outcome: 0 - 1/
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>
static atomic_int x;
static void *set(void *p) {
  atomic_store(&x, 1);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  usleep(1000);
  int r = atomic_load(&x);
  pthread_join(t, 0);
  printf("%d\n", r);
  return 0;
}
