// SCAN: race value
#include "scan.h"
#include <stdint.h>
#include <stdlib.h>
struct item { int value; };
union any { uint64_t n; struct item *p; char bytes[8]; uint32_t half[2]; };
static union any box;
static void *work(void *a) {
  union any u;
  (void)a;
  u.half[0] = box.half[0];
  u.half[1] = box.half[1];
  u.p->value++;
  return 0;
}
int main(void) {
  pthread_t t;
  struct item *it = calloc(1, sizeof *it);
  box.n = (uint64_t)it;
  pthread_create(&t, 0, work, 0);
  it->value++;
  pthread_join(t, 0);
  return 0;
}
