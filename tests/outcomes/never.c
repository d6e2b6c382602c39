/* Each waits for the other's flag, in a loop: nobody gets on, if both come there.
 * outcome: 0 - done/
 * outcome: 124 infinite-loop
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int want[2];
static void *enter(void *p) {
  int me = (int)(long)p;
  atomic_store(&want[me], 1);
  while (atomic_load(&want[!me])) continue;
  atomic_store(&want[me], 0);
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, enter, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  puts("done");
  return 0;
}
