/* One thread frees what the other reads: a use after free, or not.
 * outcome: 0 - 7/
 * outcome: 1 use-after-free
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int *box;
static void *use(void *p) {
  *(int *)p = *box;
  return 0;
}
static void *give_back(void *p) {
  free(box);
  return p;
}
int main(void) {
  pthread_t t[2];
  int got = 0;
  box = malloc(sizeof *box);
  *box = 7;
  pthread_create(&t[0], 0, use, &got);
  pthread_create(&t[1], 0, give_back, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  printf("%d\n", got);
  return 0;
}
