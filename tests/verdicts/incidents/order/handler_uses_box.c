// A handler uses the box that the thread it comes to is about to fill.
// OMEN: incident crash USE cause race box FILL USE
// OMEN: or cause order * *
// OMEN: maybe box FILL USE class spec-violated consequence crash
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <signal.h>
int value = 1, *volatile box;
volatile int got;
void handler(int n) {
  (void)n;
  got = *box; // @USE
}
void *filler(void *arg) {
  box = &value; // @FILL
  return arg;
}
int main(void) {
  struct sigaction a = {.sa_handler = handler};
  sigaction(SIGUSR1, &a, NULL);
  pthread_t f = start(filler, NULL);
  struct timespec t = {0, 2000000};
  nanosleep(&t, NULL);
  pthread_kill(pthread_self(), SIGUSR1); // @SEND
  finish(f);
  return 0;
}
