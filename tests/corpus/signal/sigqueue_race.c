// The value says which element is ready, but the next one is read: nothing orders that.
// OMEN: race data A:w B:r sometimes
// OMEN: twin sigqueue_ok.c
#include "../corpus.h"
#include <signal.h>
#include <unistd.h>
enum { MANY = 3 };
int data[MANY + 1];
pthread_t taker;
void *sends(void *p) {
  for (int i = 0; i < MANY; i++) {
    data[i] = 10 + i; // @A
    MUST(pthread_sigqueue(taker, SIGRTMIN, (union sigval){.sival_int = i}) == 0);
  }
  return p;
}
int main(void) {
  sigset_t set;
  siginfo_t got;
  sigemptyset(&set);
  sigaddset(&set, SIGRTMIN);
  MUST(pthread_sigmask(SIG_BLOCK, &set, NULL) == 0);
  taker = pthread_self();
  pthread_t t = start(sends, NULL);
  int sum = 0;
  for (int i = 0; i < MANY; i++) {
    MUST(sigwaitinfo(&set, &got) == SIGRTMIN && got.si_code == SI_QUEUE && got.si_pid == getpid());
    MUST(got.si_value.sival_int == i);
    sum += data[i + 1]; // @B
  }
  finish(t);
  return sum < 0;
}
