// Sent when the filler has ended.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <signal.h>
int value = 1, *volatile box;
volatile int got;
void handler(int n) {
  (void)n;
  got = *box;
}
void *filler(void *arg) {
  box = &value;
  return arg;
}
int main(void) {
  struct sigaction a = {.sa_handler = handler};
  sigaction(SIGUSR1, &a, NULL);
  pthread_t f = start(filler, NULL);
  finish(f);
  pthread_kill(pthread_self(), SIGUSR1);
  return 0;
}
