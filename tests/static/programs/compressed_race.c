// SCAN: race value
// A pointer kept as the number of a page of eight bytes.
#include "scan.h"
#include <stdint.h>
#include <sys/mman.h>
struct item { int value; };
static uint32_t kept;
static void *work(void *a) {
  (void)a;
  struct item *it = (struct item *)((uintptr_t)kept << 3);
  it->value++;
  return 0;
}
int main(void) {
  pthread_t t;
  struct item *it = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
  kept = (uint32_t)((uintptr_t)it >> 3);
  pthread_create(&t, 0, work, 0);
  it->value++;
  pthread_join(t, 0);
  return 0;
}
