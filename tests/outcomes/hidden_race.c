/* A race that the first schedule does not have: `x` is touched only if the flag was seen early.
 * outcome: 0 - 0/
 * outcome: 0 - 1/
 * outcome: 0 - 2/
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int flag;
static int x;
static void *look(void *p) {
  if (!atomic_load(&flag)) x = x + 1;
  return p;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, look, 0);
  pthread_create(&t[1], 0, look, 0);
  atomic_store(&flag, 1);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  printf("%d\n", x);
  return 0;
}
