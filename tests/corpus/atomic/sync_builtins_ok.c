// The old __sync builtins lock and unlock.
// OMEN: none
#include "../corpus.h"
int lock, x;
void *worker(void *p) {
  while (__sync_lock_test_and_set(&lock, 1)) continue;
  x++;
  __sync_lock_release(&lock);
  return p;
}
int main(void) {
  both(worker, worker);
  return x == 0;
}
