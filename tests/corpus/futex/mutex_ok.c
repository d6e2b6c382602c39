// A lock made of the futex system call (three states, as in "Futexes are tricky").
// OMEN: none
#include "../corpus.h"
#include <linux/futex.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
atomic_int word;
int x;
#define UNLOCK memory_order_release
NOINLINE void lock(void) {
  int seen = 0;
  if (atomic_compare_exchange_strong_explicit(&word, &seen, 1, memory_order_acquire, memory_order_relaxed)) return;
  while (atomic_exchange_explicit(&word, 2, memory_order_acquire) != 0)
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
}
NOINLINE void unlock(void) {
  if (atomic_exchange_explicit(&word, 0, UNLOCK) == 2) syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}
void *worker(void *p) {
  for (int i = 0; i < 5; i++) {
    lock();
    x++;
    unlock();
  }
  return p;
}
int main(void) {
  both(worker, worker);
  return x == 0;
}
