#!/bin/bash
# What a program may do while sites are patched: signals, masks, fork, exec, exceptions and long jumps through a site,
# faults at one, damaged tasks and sites files. Its output and its end must be what they are without the client.
# rooms: field, quick
. "$(dirname "$0")/cc_common"
CLIENT=$(dirname "$OMEN")/../lib/omen/libomen-field.so
cat >prog.cpp <<'END'
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>
volatile int shared; // every access is a site
int *volatile wild;
static sigjmp_buf back;
static volatile sig_atomic_t traps;
static void on_trap(int) { traps++; }
static void on_segv(int) { siglongjmp(back, 1); }
static void on_alarm(int) { shared = shared + 1; }
static bool stop;
static void *work(void *) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, nullptr); // SIGTRAP, too
  while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) shared = shared + 1;
  sigset_t now;
  pthread_sigmask(SIG_SETMASK, nullptr, &now);
  if (!sigismember(&now, SIGTRAP)) puts("SIGTRAP is said not to be blocked");
  return nullptr;
}
static int thrower(int x) {
  shared = x;
  if (x % 2) throw std::runtime_error("odd");
  return shared;
}
int main(int argc, char **argv) {
  pthread_t t[2];
  setvbuf(stdout, nullptr, _IONBF, 0);
  if (argc > 1 && !strcmp(argv[1], "child")) return 7;
  signal(SIGTRAP, on_trap);
  for (auto &x : t) pthread_create(&x, nullptr, work, nullptr);
  int caught = 0;
  for (int i = 0; i < 2000; i++) try { thrower(i); } catch (const std::exception &) { caught++; }
  printf("caught %d\n", caught);
  signal(SIGSEGV, on_segv);
  int faults = 0;
  for (int i = 0; i < 50; i++)
    if (sigsetjmp(back, 1)) faults++;
    else *wild = 1; // a site that faults
  printf("faults %d\n", faults);
  for (int i = 0; i < 5; i++) raise(SIGTRAP);
  __asm__ volatile("int3");
  printf("traps %d\n", (int)traps);
  signal(SIGALRM, on_alarm);
  ualarm(1000, 1000);
  for (volatile int i = 0; i < 20000000; i = i + 1) {}
  ualarm(0, 0);
  for (int i = 0; i < 5; i++) {
    pid_t child = fork();
    if (!child) {
      for (int k = 0; k < 1000; k++) shared = shared + 1;
      if (i == 4) execl("/proc/self/exe", argv[0], "child", (char *)nullptr);
      _exit(3);
    }
    int status;
    waitpid(child, &status, 0);
    printf("child %d\n", WEXITSTATUS(status));
  }
  __atomic_store_n(&stop, true, __ATOMIC_RELAXED);
  for (auto x : t) pthread_join(x, nullptr);
  signal(SIGSEGV, SIG_DFL);
  puts("end");
  if (argc > 1) *wild = 2; // crashes
}
END
line() { grep -n "$1" prog.cpp | head -1 | cut -d: -f1; }
place() { printf '{"op":"%s","file":"prog.cpp","line":%s}' "$2" "$(line "$1")"; }
W='while (!__atomic' T='shared = x;' A='on_alarm(int)' F='a site that faults' C='k++) shared' S='// crashes'
{ printf '{"candidates":['; n=0
  for a in "$W" "$T" "$A" "$F" "$C" "$S"; do for b in "$W" "$T" "$A" "$F" "$C" "$S"; do
    [ $n = 0 ] || printf ','; n=$((n + 1)); printf '{"id":"c%d","accesses":[%s,%s]}' $n "$(place "$a" write)" "$(place "$b" write)"; done; done
  printf ']}\n'; } >candidates.json
for level in 0 2; do
  check "-O$level" "$OMEN" c++ -O$level prog.cpp -o prog
  check "-O$level: ship" "$OMEN" ship prog --candidates candidates.json -o out
  ./out >plain.out; echo "$?" >>plain.out
  ./out crash >plain.crash; echo "$?" >>plain.crash
  { cat out.tasks; echo "budget 100"; } >all.tasks
  for i in 1 2 3; do
    rm -f results
    OMEN_TASKS=all.tasks OMEN_RESULTS=results LD_PRELOAD=$CLIENT timeout 100 ./out >field.out; echo "$?" >>field.out
    cmp plain.out field.out || fail "-O$level: other output: $(diff plain.out field.out)"
    grep -q '"hits":0,' results && ! grep -q '"hits":[1-9]' results && fail "-O$level: nothing was looked at"
  done
  rm -f results
  OMEN_TASKS=all.tasks OMEN_RESULTS=results LD_PRELOAD=$CLIENT timeout 100 ./out crash >field.crash; echo "$?" >>field.crash
  cmp plain.crash field.crash || fail "-O$level: another end: $(diff plain.crash field.crash)"
  grep '"crash":11' results | grep -q '"rip":"0x.*"threads":\[{"thread":' || fail "-O$level: no crash report: $(cat results)"
done
# damaged files: the program goes on. 40 of each here; an hour of them is `make soak`
python3 - out <<'END'
import random, sys
random.seed(7)
for kind in ("tasks", "sites"):
    whole = open(sys.argv[1] + "." + kind, "rb").read()
    for i in range(20):
        data = bytearray(whole)
        for _ in range(random.randrange(1, 30)):
            data[random.randrange(len(data))] = random.randrange(256)
        if i % 4 == 0: data = data[:random.randrange(len(data))]
        if i % 5 == 0: data = bytearray(random.randrange(256) for _ in range(random.randrange(4000)))
        open("damaged.%s.%d" % (kind, i), "wb").write(data)
END
cat >short.c <<'END'
int main(void) { return 0; }
END
sed -i 's/20000000/2/' prog.cpp
for kind in tasks sites; do for i in $(seq 0 19); do
  if [ $kind = tasks ]; then export OMEN_TASKS=damaged.tasks.$i OMEN_SITES=out.sites; else export OMEN_TASKS=all.tasks OMEN_SITES=damaged.sites.$i; fi
  [ $((i % 4)) = 0 ] || [ $kind = sites ] || continue
  OMEN_RESULTS=/dev/full LD_PRELOAD=$CLIENT timeout 100 ./out >field.out; echo "$?" >>field.out
  cmp -s plain.out field.out || fail "damaged $kind $i: $(diff plain.out field.out)"
done; done
finish
