// Twin of handler_sets_flag.c: the signal is ignored, and nobody else writes the flag.
// OMEN: verdict data FILL USE class single-ordering proof proved
// OMEN: verdict ready SET LOOK class k-witness-harmless
#include "../../corpus/corpus.h"
#include <sched.h>
#include <signal.h>
static volatile int ready;
static volatile sig_atomic_t hurry;
static int data;
static void *filler(void *p) {
  data = 42; // @FILL
  ready = 1; // @SET
  return p;
}
static void *user(void *p) {
  while (!ready && !hurry) // @LOOK
    sched_yield();
  if (data != 42) puts("early"); // @USE
  return p;
}
int main(void) {
  signal(SIGUSR1, SIG_IGN);
  both(filler, user);
  return 0;
}
