#!/bin/bash
# Sites in a library that is linked, in one that is opened and closed while the program runs, in threads that are cancelled, and in
# handlers that run while all signals but one are blocked; no /proc; a thread that blocks SIGTRAP by a system call instruction of its own. Output and
# end are those of the program alone; what cannot be patched is said.
# rooms: field, quick
. "$(dirname "$0")/cc_common"
CLIENT=$(realpath "$(dirname "$OMEN")/../lib/omen/libomen-field.so")
cat >linked.c <<'END2'
volatile int in_linked;
void linked(int i) {
  in_linked = i; // linked
}
END2
cat >opened.c <<'END2'
volatile int in_opened;
void opened(int i) {
  in_opened = i; // opened
}
END2
cat >prog.c <<'END2'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <unistd.h>
void linked(int i);
static volatile int shared, stop;
static volatile sig_atomic_t handled;
static volatile int *volatile at = &shared; // a store of two bytes: int3
static void on_signal(int s) {
  *at = s; // handler
  handled++;
}
static void *work(void *raw) {
  unsigned long trap = 1ul << (SIGTRAP - 1);
  if (raw) {
    register long size __asm__("r10") = sizeof trap, status = SYS_rt_sigprocmask;
    __asm__ volatile("syscall" : "+a"(status) : "D"(SIG_BLOCK), "S"(&trap), "d"(NULL), "r"(size) : "rcx", "r11", "memory");
    usleep(100000); // until that is seen: nobody is at a site
  }
  for (int i = 0; !stop; i++) {
    linked(i);
    shared = i; // loop
  }
  return NULL;
}
static void *endless(void *unused) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  for (;;) shared = 3; // cancelled
  return unused;
}
static void wait_with_mask(int how, const sigset_t *mask) {
  struct timespec soon = {.tv_nsec = 20000000};
  struct epoll_event e;
  if (how == 0) sigsuspend(mask);
  if (how == 1) ppoll(NULL, 0, &soon, mask);
  if (how == 2) pselect(0, NULL, NULL, NULL, &soon, mask);
  if (how == 3) {
    int fd = epoll_create1(0);
    epoll_pwait(fd, &e, 1, 20, mask);
    close(fd);
  }
}
int main(int argc, char **argv) {
  pthread_t t[2], one;
  sigset_t usr, all;
  signal(SIGUSR1, on_signal);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, argc > 1 && !strcmp(argv[1], "raw") ? argv : NULL);
  if (argc > 1) usleep(200000);
  for (int i = 0; i < 30; i++) {
    void *lib = dlopen("./libopened.so", RTLD_NOW);
    void (*f)(int) = lib ? (void (*)(int))dlsym(lib, "opened") : NULL;
    for (int k = 0; f && k < 1000; k++) f(k);
    if (lib) dlclose(lib);
  }
  for (int i = 0; i < 50; i++) {
    pthread_create(&one, NULL, endless, NULL);
    usleep(500);
    pthread_cancel(one);
    pthread_join(one, NULL);
  }
  sigemptyset(&usr);
  sigaddset(&usr, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &usr, NULL);
  sigfillset(&all);
  sigdelset(&all, SIGUSR1);
  for (int i = 0; i < 400; i++) {
    pthread_kill(pthread_self(), SIGUSR1);
    wait_with_mask(i % 4, &all);
    usleep(500); // beyond its budget, the client looks again soon
  }
  stop = 1;
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("handled %d\n", (int)handled);
  return 5;
}
END2
place() { for f in prog.c linked.c opened.c; do grep -n "// $1\$" $f | sed "s/:.*//; s/.*/{\"op\":\"write\",\"file\":\"$f\",\"line\":&}/"; done; }
{ printf '{"candidates":['; for c in linked opened handler loop cancelled; do [ $c = linked ] || printf ,
  printf '{"id":"%s","accesses":[%s,%s]}' $c "$(place $c)" "$(place $c)"; done
  printf ',{"id":"both","accesses":[%s,%s]}]}' "$(place handler)" "$(place loop)"; } >candidates.json
check "linked" "$OMEN" cc -O1 -fPIC -shared linked.c -o liblinked.so
check "opened" "$OMEN" cc -O1 -fPIC -shared opened.c -o libopened.so
check "build" "$OMEN" cc -O1 prog.c -o prog -L. -llinked -Wl,-rpath,"$PWD" -ldl
check "ship" "$OMEN" ship prog liblinked.so libopened.so --candidates candidates.json -o out
./out >plain.txt; echo $? >>plain.txt
for phase in validate context; do
  { sed "s/^task.*/& instances=all tau=5 phase=$phase/" out.tasks; echo "budget 100"; [ $phase = validate ] || echo "pulse 300"; } >all.tasks
  run() { rm -f results; OMEN_SITES=out.sites OMEN_TASKS=all.tasks OMEN_RESULTS=results LD_PRELOAD=$CLIENT timeout 60 "$@" >field.txt; echo $? >>field.txt; }
  run ./out
  cmp plain.txt field.txt || fail "$phase: $(cat field.txt)"
  [ $phase = validate ] && all="linked loop handler cancelled" || all="linked loop" # on and off, it is chance
  for c in $all; do
    grep "\"task\":\"$c\"" results | grep -q '"hits":[1-9]' || fail "$phase: $c was not reached: $(cut -c1-150 results | tail -9)"
  done
  grep '"task":"opened"' results | grep -q '"end":true.*"hits":0' || fail "$phase: opened: $(cut -c1-150 results | tail -9)"
  grep -q '"note":"not watched","why":"libopened.so is not loaded' results || fail "$phase: it is not said that the opened library is not watched: $(cut -c1-150 results | tail -9)"
done
run ./out raw
cmp plain.txt field.txt || fail "raw: $(cat field.txt)"
grep -q '"why":"a thread blocks SIGTRAP"' results || fail "raw: $(cut -c1-150 results | tail -9)"
# part of the program, instead of preloaded
check "needed" "$OMEN" cc -O1 prog.c -o prog -L. -llinked -Wl,-rpath,"$PWD" -Wl,--no-as-needed "$CLIENT" -Wl,-rpath,"$(dirname "$CLIENT")" -ldl
check "needed: ship" "$OMEN" ship prog liblinked.so --candidates candidates.json -o out
{ sed "s/^task.*/& instances=all tau=5/" out.tasks; echo "budget 50"; } >all.tasks
rm -f results; OMEN_TASKS=all.tasks OMEN_RESULTS=results ./out >field.txt; echo $? >>field.txt
cmp plain.txt field.txt || fail "needed: $(cat field.txt)"
grep '"task":"loop"' results | grep -q '"hits":[1-9]' || fail "needed: $(cut -c1-150 results | tail -9)"
# without /proc
if unshare -m true 2>/dev/null; then
  rm -f results
  export OMEN_SITES=$PWD/out.sites OMEN_TASKS=$PWD/all.tasks OMEN_RESULTS=$PWD/results
  unshare -m sh -c 'mount -t tmpfs none /proc && ./out' >field.txt; echo $? >>field.txt
  cmp plain.txt field.txt || fail "no /proc: $(cat field.txt)"
  grep -q '"note":"cannot patch","why":"/proc/self/mem cannot be written"' results || fail "no /proc: $(cut -c1-150 results | tail -9)"
fi
finish
