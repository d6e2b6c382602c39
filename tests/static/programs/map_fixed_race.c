// SCAN: race *
#include "scan.h"
#include <sys/mman.h>
static int *place;
static void *work(void *a) {
  ++*(int *)a;
  return 0;
}
int main(void) {
  pthread_t t;
  int *p = mmap(0, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  place = mmap(p, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  pthread_create(&t, 0, work, p);
  ++*place;
  pthread_join(t, 0);
  return 0;
}
