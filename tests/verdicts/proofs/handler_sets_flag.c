// A handler could end the loop. Natively: `kill -USR1` while the first thread is stopped before it fills data prints
// "early". The recorded run got no such signal.
// OMEN: verdict data FILL USE class single-ordering proof timeout
// OMEN: verdict ready SET LOOK class k-witness-harmless
#include "../../corpus/corpus.h"
#include <sched.h>
#include <signal.h>
static volatile int ready;
static volatile sig_atomic_t hurry;
static int data;
static void handler(int sig) { hurry = sig; }
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
  signal(SIGUSR1, handler);
  both(filler, user);
  return 0;
}
