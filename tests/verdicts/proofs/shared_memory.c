// The loop also looks at memory that a child shares: natively the child may write it at any time, also while the first
// thread is stopped before it fills data. Explorations have no such child, so nothing can be said.
// OMEN: verdict data FILL USE class not-judged
// OMEN: verdict ready SET LOOK class not-judged
#include "../../corpus/corpus.h"
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>
static volatile int ready;
static const volatile int *hurry; // which somebody else may write
static int data;
static void *filler(void *p) {
  data = 42; // @FILL
  ready = 1; // @SET
  return p;
}
static void *user(void *p) {
  while (!ready && !*hurry) // @LOOK
    sched_yield();
  if (data != 42) puts("early"); // @USE
  return p;
}
int main(void) {
  int *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  hurry = shared;
  if (!fork()) {
    sleep(3);
    *shared = 1;
    _exit(0);
  }
  MUST(hurry != MAP_FAILED);
  both(filler, user);
  return 0;
}
