// The old __sync builtins lock, and one access stands outside.
// OMEN: race x A:rw A:rw
// OMEN: twin sync_builtins_ok.c
#include "../corpus.h"
int lock, x;
void *worker(void *p) {
  while (__sync_lock_test_and_set(&lock, 1)) continue;
  __sync_lock_release(&lock);
  x++; // @A
  return p;
}
int main(void) {
  both(worker, worker);
  return x == 0;
}
