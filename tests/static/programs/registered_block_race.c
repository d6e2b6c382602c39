// SCAN: race p
// An allocator that keeps a list of what it gave.
#include "scan.h"
static int *given[8];
static atomic_int n;
__attribute__((noinline)) static void *get(void) {
  int *p = malloc(16);
  given[atomic_fetch_add(&n, 1)] = p;
  return p;
}
static void *work(void *x) {
  while (!atomic_load(&n)) sched_yield();
  ++*given[0];
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  int *p = get();
  *p = 5;
  pthread_join(t, 0);
  return *p > 100;
}
