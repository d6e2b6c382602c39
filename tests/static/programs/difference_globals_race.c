// SCAN: race b
// The distance of two variables as an index.
#include "scan.h"
static int a, b;
static long d;
static void *work(void *x) {
  *(int *)((char *)&a + d) = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  d = (char *)&b - (char *)&a;
  pthread_create(&t, 0, work, 0);
  b++;
  pthread_join(t, 0);
  return 0;
}
