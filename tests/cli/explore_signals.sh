#!/usr/bin/env bash
# A program that is ended by a signal from outside: explorations get the signal, too, when they have nothing else to do,
# and come to what follows it. Waited for by sigwait, by a signalfd in an event loop, and by a handler.
# rooms: runtime/world runtime/explore, quick
. "$(dirname "$0")/run_common"
cat >served.c <<'C'
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>
int last;
volatile sig_atomic_t over;
static void ends(int sig) { over = sig; }
static void *one(void *p) { last = 1; return p; }
static void *two(void *p) { last = 2; return p; }
int main(int argc, char **argv) {
  sigset_t set;
  int sig = 0;
  pthread_t a, b;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  if (!strcmp(argv[1], "handler"))
    signal(SIGTERM, ends);
  else
    pthread_sigmask(SIG_BLOCK, &set, NULL);
  int fd = signalfd(-1, &set, SFD_NONBLOCK);
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, two, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  dprintf(1, "%d\n", getpid());
  if (!strcmp(argv[1], "sigwait")) sigwait(&set, &sig);
  if (!strcmp(argv[1], "handler"))
    while (!over) pause();
  if (!strcmp(argv[1], "signalfd")) { /* a loop that also does something every second */
    struct signalfd_siginfo info;
    while (read(fd, &info, sizeof info) < 0) poll(&(struct pollfd){fd, POLLIN, 0}, 1, 1000);
  }
  if (last == 1) abort();
  return 0;
}
C
compile served -O1
for how in sigwait signalfd handler; do
  rm -rf rec out err
  "$omen" triage -q --json r.json -o rec -- ./served $how >out 2>err &
  triage=$!
  for _ in $(seq 600); do [ -s out ] && break; sleep 0.1; done
  sleep 0.3
  kill -TERM "$(cat out)"
  wait $triage
  [ $? -eq 1 ] || { fail "$how: triage ended otherwise"; sed 's/^/    /' err; continue; }
  json r.json "[x['consequence'] for x in r['races'] if x['location']['name'] == 'last'] == ['assertion'] or print([(x['location']['name'], x.get('class'), x.get('consequence')) for x in r['races']])"
done
done_testing
