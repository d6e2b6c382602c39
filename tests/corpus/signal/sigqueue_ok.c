// Real-time signals queue, each with its value, and who takes one comes after who sent that one.
// OMEN: none
#include "../corpus.h"
#include <signal.h>
#include <unistd.h>
enum { MANY = 3 };
int data[MANY];
pthread_t taker;
void *sends(void *p) {
  for (int i = 0; i < MANY; i++) {
    data[i] = 10 + i;
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
    sum += data[i];
  }
  finish(t);
  printf("%d\n", sum);
  return 0;
}
