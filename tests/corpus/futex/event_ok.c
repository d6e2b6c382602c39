// An event by futex wait and wake: the atomic word carries the order, not the system call.
// OMEN: none
#include "../corpus.h"
#include <linux/futex.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
atomic_int set;
int data;
void *waiter(void *p) {
  while (!atomic_load_explicit(&set, memory_order_acquire))
    syscall(SYS_futex, &set, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
  return (void *)(long)data;
}
void *setter(void *p) {
  data = 42;
  atomic_store_explicit(&set, 1, memory_order_release);
  syscall(SYS_futex, &set, FUTEX_WAKE_PRIVATE, 100, NULL, NULL, 0);
  return p;
}
int main(void) {
  both(waiter, setter);
  return 0;
}
