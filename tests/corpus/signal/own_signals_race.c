// Each thread signals itself. A signal orders who took it after who sent it, not after who sent another.
// OMEN: race data A:w B:w
// OMEN: twin own_signals_ok.c
#include "../corpus.h"
#include <signal.h>
int data;
_Thread_local volatile int seen;
void handler(int sig) { seen = sig; }
void *first(void *p) {
  data = 1; // @A
  raise(SIGUSR1);
  MUST(seen == SIGUSR1);
  return p;
}
void *second(void *p) {
  raise(SIGUSR2);
  MUST(seen == SIGUSR2);
  data = 2; // @B
  return p;
}
int main(void) {
  signal(SIGUSR1, handler);
  signal(SIGUSR2, handler);
  both(first, second);
  return 0;
}
