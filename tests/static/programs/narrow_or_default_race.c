// SCAN: race it
// A pointer from 32 bits, or another one.
#define _GNU_SOURCE
#include "scan.h"
#include <sys/mman.h>
static int other;
static uint32_t handle;
static int *get(uint32_t h) { return h ? (int *)(uintptr_t)h : &other; }
static void *work(void *x) {
  ++*get(handle);
  return 0;
}
int main(void) {
  pthread_t t;
  int *it = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
  handle = (uint32_t)(uintptr_t)it;
  pthread_create(&t, 0, work, 0);
  *it = 5;
  pthread_join(t, 0);
  return 0;
}
