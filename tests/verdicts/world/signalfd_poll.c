// Signals as a descriptor: poll sees them, reads take them, one that was unblocked by ppoll runs its handler; then the race decides.
// OMEN: verdict last A B class spec-violated consequence assertion
#define _GNU_SOURCE
#include "../../corpus/corpus.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>
int last, handled;
void *sends(void *p) {
  last = 1; // @A
  MUST(kill(getpid(), SIGUSR1) == 0);
  MUST(kill(getpid(), SIGTERM) == 0);
  return p;
}
void *takes(void *p) {
  last = 2; // @B
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  int one = signalfd(-1, &set, SFD_CLOEXEC);
  sigaddset(&set, SIGTERM);
  int two = signalfd(-1, &set, SFD_NONBLOCK);
  struct signalfd_siginfo info[3];
  struct pollfd fd = {two, POLLIN, 0};
  MUST(one >= 0 && two >= 0);
  MUST(read(one, info, sizeof *info) == sizeof *info && info->ssi_signo == SIGUSR1);
  MUST(poll(&fd, 1, -1) == 1 && fd.revents == POLLIN);
  MUST(read(two, info, sizeof info) == sizeof *info && info->ssi_signo == SIGTERM);
  MUST(poll(&fd, 1, 0) == 0);
  MUST(read(two, info, sizeof info) == -1 && errno == EAGAIN);
  puts("taken");
  return p;
}
static void handler(int sig) { handled += sig == SIGUSR2; }
int main(void) {
  sigset_t set, none;
  struct pollfd nothing = {-1, 0, 0};
  sigemptyset(&set);
  sigemptyset(&none);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGUSR2);
  sigaddset(&set, SIGTERM);
  MUST(pthread_sigmask(SIG_BLOCK, &set, NULL) == 0);
  signal(SIGUSR2, handler);
  both(sends, takes);
  MUST(kill(getpid(), SIGUSR2) == 0);
  MUST(!handled && ppoll(&nothing, 1, NULL, &none) == -1 && errno == EINTR && handled);
  if (last == 1) abort();
  return 0;
}
