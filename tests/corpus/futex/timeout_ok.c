// A futex wait that must time out, one whose value already differs, and a bitset wait with an absolute deadline.
// OMEN: none
#include "../corpus.h"
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
int words[2];
void *waiter(void *p) {
  int *word = p;
  struct timespec short_time = {0, 1000000}, past = from_now(CLOCK_MONOTONIC, -1);
  MUST(syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, 0, &short_time, NULL, 0) == -1 && errno == ETIMEDOUT);
  MUST(syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, 1, NULL, NULL, 0) == -1 && errno == EAGAIN);
  MUST(syscall(SYS_futex, word, FUTEX_WAIT_BITSET_PRIVATE, 0, &past, NULL, ~0) == -1 && errno == ETIMEDOUT);
  MUST(syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0) == 0);
  return p;
}
int main(void) {
  pthread_t a = start(waiter, &words[0]), b = start(waiter, &words[1]);
  finish(a);
  finish(b);
  puts("done");
  return 0;
}
