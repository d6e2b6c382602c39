/* A lost update that an assertion sees.
 * outcome: 0 - 2/
 * outcome: 134 assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static volatile int n;
static void *more(void *p) {
  n = n + 1;
  return p;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, more, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(n == 2);
  printf("%d\n", n);
  return 0;
}
