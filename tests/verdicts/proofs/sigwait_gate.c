// A third thread waits for a signal and then lets the user go on. Natively: `kill -USR1` while the first thread is stopped
// before it fills data.
// OMEN: verdict data FILL USE class single-ordering proof timeout
// OMEN: verdict ready SET LOOK class k-witness-harmless
// OMEN: maybe ready * * class k-witness-harmless
#include "../../corpus/corpus.h"
#include <sched.h>
#include <signal.h>
static volatile int ready;
static int data;
static sigset_t set;
static void *waiter(void *p) {
  int sig;
  if (!sigwait(&set, &sig)) ready = 1;
  return p;
}
static void *filler(void *p) {
  data = 42; // @FILL
  ready = 1; // @SET
  return p;
}
static void *user(void *p) {
  while (!ready) // @LOOK
    sched_yield();
  if (data != 42) puts("early"); // @USE
  return p;
}
int main(void) {
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_detach(start(waiter, NULL));
  both(filler, user);
  return 0;
}
