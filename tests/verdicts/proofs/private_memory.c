// Twin of shared_memory.c: the memory is private.
// OMEN: verdict data FILL USE class single-ordering proof proved
// OMEN: verdict ready SET LOOK class k-witness-harmless
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
  hurry = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  MUST(hurry != MAP_FAILED);
  both(filler, user);
  return 0;
}
