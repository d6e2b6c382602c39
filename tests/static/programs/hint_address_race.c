// SCAN: race p
// A mapping that got the address it asked for, which another thread takes from a number.
#define _GNU_SOURCE
#include "scan.h"
#include <sys/mman.h>
static uint32_t page = 0x20000;
static void *work(void *x) {
  ++*(int *)((uintptr_t)page << 16);
  return 0;
}
int main(void) {
  pthread_t t;
  int *p = mmap((void *)((uintptr_t)page << 16), 4096, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  pthread_create(&t, 0, work, 0);
  *p = 5;
  pthread_join(t, 0);
  return 0;
}
