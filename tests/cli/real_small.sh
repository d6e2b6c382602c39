#!/usr/bin/env bash
# What tests/real rests on, without the network: the papers' programs and bugs in small (tests/real/small), threads that
# ask about themselves, calls that Omen does not know, and that the files of tests/real/programs can be read.
# rooms: runtime classify, slow
. "$(dirname "$0")/run_common"

python3 "$here/../verdicts/run" "$omen" "$work" --root "$here/../real" --filter 'small/*' --jobs 1 || fail "tests/real/small"

for f in "$here"/../real/programs/*.sh; do
  src=/nowhere build=/nowhere port=1 here=$here/../real/programs bash -eu -c '. "$here/../words"; . "$0"
    [ -n "$command" ] && [ -n "$lines" ]' "$f" || fail "$f does not say what it must"
done

# A thread's number is not the kernel's: glibc asks with it for its stack, programs for priorities and processors.
cat >self.c <<'C'
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
static void *thread(void *arg) {
  pthread_attr_t a;
  cpu_set_t set;
  struct sched_param p;
  int policy, tid = (int)syscall(SYS_gettid);
  size_t size = 0;
  void *stack = NULL;
  if (pthread_getattr_np(pthread_self(), &a) || pthread_attr_getstack(&a, &stack, &size)) return "getattr";
  if ((char *)&a < (char *)stack || (char *)&a >= (char *)stack + size) return "stack";
  if (pthread_getaffinity_np(pthread_self(), sizeof set, &set) || CPU_COUNT(&set) < 1) return "affinity";
  if (pthread_setaffinity_np(pthread_self(), sizeof set, &set)) return "setaffinity";
  if (pthread_getschedparam(pthread_self(), &policy, &p) || policy != SCHED_OTHER) return "schedparam";
  if (sched_getscheduler(tid) != SCHED_OTHER) return "scheduler";
  if (getpriority(PRIO_PROCESS, (id_t)tid) < -20 || setpriority(PRIO_PROCESS, (id_t)tid, 19)) return "priority";
  return NULL;
}
int main(void) {
  pthread_t t;
  void *bad;
  pthread_create(&t, NULL, thread, NULL);
  pthread_join(t, &bad);
  puts(bad ? bad : "well");
  return bad != NULL;
}
C
compile self
expect 0 "$omen" run -q -o self.rec -- ./self
prints well
for i in 1 2 3; do expect 0 "$omen" replay -q self.rec && prints well; done

# Passed through, counted, named; and the same in a replay.
cat >strange.c <<'C'
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
  long a = syscall(SYS_kcmp, getpid(), getpid(), 1 /* KCMP_VM */, 0, 0), b = syscall(SYS_kcmp, getpid(), getpid(), 1, 0, 0);
  printf("%ld %ld %ld\n", a, b, syscall(511));
  return 0;
}
C
compile strange
expect 0 "$omen" run -o strange.rec --json strange.json -- ./strange
cp out first
says "(kcmp) is not known to Omen"
json strange.json "r['counters']['unknown_calls'] == 3"
expect 0 "$omen" replay strange.rec
cmp -s out first || fail "a call that is not known answers differently in a replay"
# Killed while a library spins: the replay ends, too, though no event comes any more.
echo 'void spin(volatile int *p) { while (!*p); }' >library.c
clang-19 -O1 -shared -fPIC library.c -o liblibrary.so || fail "library.c"
cat >spinner.c <<'C'
void spin(volatile int *p);
int main(void) {
  volatile int never = 0;
  spin(&never);
  return 0;
}
C
compile spinner -L. -llibrary -Wl,-rpath,"$work"
expect 143 "$omen" run -q --time-limit 1s -o spinner.rec -- ./spinner
expect 143 timeout 300 "$omen" replay -q spinner.rec
done_testing
