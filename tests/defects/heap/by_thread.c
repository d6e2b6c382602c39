// Each of two workers fills half of an array; the second half is counted wrong.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
static int *a;
static void *worker(void *p) {
  int half = (int)(intptr_t)p, end = half ? 20 + bad : 10;
  for (int i = half * 10; i < end; i++) a[i] = half; // @BAD
  return NULL;
}
int main(void) {
  a = malloc(20 * sizeof *a);
  pthread_t t = start(worker, (void *)0), u = start(worker, (void *)1);
  finish(t);
  finish(u);
  printf("%d %d\n", a[0], a[19]);
  free(a);
  return 0;
}
