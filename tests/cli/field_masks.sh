#!/bin/bash
# Every way by which a thread can block or ignore SIGTRAP through libc, syscall() among them, while traps stand in its code: the program goes on, and is told what it
# would be told without the client; one that is sent meanwhile waits.
# rooms: field, quick
. "$(dirname "$0")/cc_common"
CLIENT=$(realpath "$(dirname "$OMEN")/../lib/omen/libomen-field.so")
cat >prog.c <<'END2'
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
static volatile int shared, handled, trapped;
static volatile int *volatile at = &shared; // a store of two bytes: a trap
static void touch(void) {
  for (int i = 0; i < 300; i++) *at = i; // the site
}
static void on_signal(int s) {
  touch();
  handled += s == SIGUSR1;
  trapped += s == SIGTRAP;
}
struct action {
  void *handler;
  unsigned long flags;
  void *restorer;
  unsigned long mask;
};
static const unsigned long trap = 1ul << (SIGTRAP - 1), all = ~0ul;
static void *inner(void *unused) {
  touch();
  return unused;
}
static void block(int how) {
  unsigned long old = 0, others = ~(1ul << (SIGUSR1 - 1));
  struct action a = {0};
  struct timespec soon = {.tv_nsec = 1000000};
  struct { const unsigned long *mask; size_t size; } pair = {&others, 8};
  struct epoll_event e;
  sigset_t full;
  pthread_attr_t attr;
  pthread_t t;
  switch (how) {
  case 0: syscall(SYS_rt_sigprocmask, SIG_BLOCK, &trap, &old, 8); printf("old %lx ", old); break;
  case 1: printf("%d ", sighold(SIGTRAP)); break;
  case 2: printf("old %x ", sigblock(sigmask(SIGTRAP))); printf("old %x ", sigblock(0)); break;
  case 3: printf("old %x ", sigsetmask(-1)); break;
  case 4: printf("%d ", sigset(SIGTRAP, SIG_HOLD) == SIG_DFL); printf("%d ", sigset(SIGTRAP, SIG_DFL) == SIG_HOLD); sigset(SIGTRAP, SIG_HOLD); break;
  case 5: // a handler that runs with all blocked
    signal(SIGUSR1, on_signal);
    syscall(SYS_rt_sigaction, SIGUSR1, NULL, &a, 8);
    a.mask = all;
    printf("%ld ", syscall(SYS_rt_sigaction, SIGUSR1, &a, NULL, 8));
    raise(SIGUSR1);
    break;
  case 6:
    sigfillset(&full);
    pthread_attr_init(&attr);
    pthread_attr_setsigmask_np(&attr, &full);
    pthread_create(&t, &attr, inner, NULL);
    pthread_join(t, NULL);
    break;
  case 7: printf("%d ", sigignore(SIGTRAP)); break;
  case 8: case 9: case 10: case 11: // handled while all else is blocked
    signal(SIGUSR1, on_signal);
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, NULL, 8);
    syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), SIGUSR1);
    if (how == 8) syscall(SYS_ppoll, NULL, 0, &soon, &others, 8);
    if (how == 9) syscall(SYS_pselect6, 0, NULL, NULL, NULL, &soon, &pair);
    if (how == 10) syscall(SYS_rt_sigsuspend, &others, 8);
    if (how == 11) printf("%ld ", syscall(SYS_epoll_pwait, epoll_create1(0), &e, 1, 20, &others, 8));
    break;
  case 12: // what is wrong is refused as ever
    errno = 0;
    printf("%ld %d ", syscall(SYS_rt_sigprocmask, SIG_BLOCK, 16, NULL, 8), errno);
    printf("%ld %d ", syscall(SYS_rt_sigprocmask, SIG_BLOCK, &trap, NULL, 4), errno);
    printf("%ld %d ", syscall(SYS_rt_sigaction, SIGKILL, &a, NULL, 8), errno);
    printf("%ld %d ", syscall(SYS_close, -1), errno);
    errno = 77;
    printf("%d %d ", syscall(SYS_getpid) == getpid(), errno);
    break;
  case 13: // one that is sent while it is blocked waits
    signal(SIGTRAP, on_signal);
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, &trap, NULL, 8);
    raise(SIGTRAP);
    printf("%d ", trapped);
    sigrelse(SIGTRAP);
    printf("%d ", trapped);
    break;
  default: sigprocmask(SIG_SETMASK, (sigset_t *)memset(&full, -1, sizeof full), NULL); // inherited
    pthread_create(&t, NULL, inner, NULL);
    pthread_join(t, NULL);
  }
}
static void *believes(void *unused) {
  sigset_t now;
  sigprocmask(SIG_BLOCK, NULL, &now);
  printf("%d", sigismember(&now, SIGTRAP));
  return unused;
}
static void *work(void *how) {
  pthread_t t;
  usleep(30000); // until traps stand
  touch();
  block(*(int *)how);
  touch();
  believes(NULL);
  pthread_create(&t, NULL, believes, NULL);
  pthread_join(t, NULL);
  printf(" handled %d\n", handled);
  return NULL;
}
int main(int argc, char **argv) {
  pthread_t t;
  int how = atoi(argv[argc - 1]);
  pthread_create(&t, NULL, work, &how);
  pthread_join(t, NULL);
  return 0;
}
END2
ship_site -O1
{ sed 's/^task.*/& phase=context instances=all/' out.tasks; echo "budget 100"; } >all.tasks
for how in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do
  rm -f results
  want=$(./out $how; echo $?)
  same "way $how" "$want" "$(OMEN_TASKS=all.tasks OMEN_RESULTS=results LD_PRELOAD=$CLIENT timeout 20 ./out $how; echo $?)"
  hits=$(sed -n 's/.*"end":true.*"hits":\([0-9]*\).*/\1/p' results)
  [ "${hits:-0}" -gt 300 ] || fail "way $how: ${hits:-no} hits: $(cat results)"
done
finish
