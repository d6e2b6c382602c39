// SCAN: race count
// What the linker runs before main.
#include "scan.h"
int count;
static int *where;
static void *work(void *a) {
  ++*(int *)a;
  return 0;
}
static void early(void) {
  pthread_t t;
  where = &count;
  pthread_create(&t, 0, work, where);
  ++*where;
  pthread_join(t, 0);
}
static void (*const first)(void) __attribute__((section(".init_array"), used)) = early;
int main(void) { return 0; }
