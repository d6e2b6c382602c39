/* sc: holds, tso: breaks, weak: breaks. A lock that sleeps in the kernel: who unlocks looks whether anybody waits, and does not see it. */
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef MENDED
#define ORDER(weaker, right) memory_order_##right
#else
#define ORDER(weaker, right) memory_order_##weaker
#endif

static atomic_int locked = 1, waiting;

static void *unlock(void *arg) {
  atomic_store_explicit(&locked, 0, ORDER(release, seq_cst));
  if (atomic_load_explicit(&waiting, ORDER(acquire, seq_cst))) syscall(SYS_futex, &locked, FUTEX_WAKE_PRIVATE, 1);
  return arg;
}

static void *lock(void *arg) {
  atomic_fetch_add_explicit(&waiting, 1, memory_order_relaxed);
  while (atomic_load_explicit(&locked, memory_order_acquire)) syscall(SYS_futex, &locked, FUTEX_WAIT_PRIVATE, 1, NULL);
  return arg;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, unlock, NULL);
  pthread_create(&t[1], NULL, lock, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
