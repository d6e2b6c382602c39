// SCAN: race p
// A mapping at an address that both know.
#define _GNU_SOURCE
#include "scan.h"
#include <sys/mman.h>
#define AT ((int *)0x200000000)
static void *work(void *x) {
  ++*AT;
  return 0;
}
int main(void) {
  pthread_t t;
  int *p = mmap(AT, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  pthread_create(&t, 0, work, 0);
  *p = 5;
  pthread_join(t, 0);
  return 0;
}
