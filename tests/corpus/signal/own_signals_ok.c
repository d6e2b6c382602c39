// A handler runs in the thread that was signalled, after all that the sender did before.
// OMEN: none
#include "../corpus.h"
#include <signal.h>
#include <unistd.h>
int data, taken;
pthread_t main_thread;
void handler(int sig) { taken = data; }
void *sends(void *p) {
  data = 7;
  MUST(pthread_kill(main_thread, SIGUSR1) == 0);
  return p;
}
int main(void) {
  signal(SIGUSR1, handler);
  main_thread = pthread_self();
  sigset_t set, before;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  MUST(pthread_sigmask(SIG_BLOCK, &set, &before) == 0);
  pthread_t t = start(sends, NULL);
  while (!taken) sigsuspend(&before);
  finish(t);
  printf("%d\n", taken);
  return 0;
}
