#!/usr/bin/env bash
# omen triage without --runs: where the default schedule orders by chance what nothing orders, a few others are recorded.
# One that shows races is judged in its place; where several show different ones, all are told as one.
# Threads that never began are told. --runs 1 keeps to one run.
# rooms: cli triage runtime/sched, slow
. "$(dirname "$0")/run_common"

# Nobody joins the thread, and main returns before it begins.
cat >detached.c <<'C'
#include <pthread.h>
static int x;
static void *work(void *p) {
#ifndef RIGHT
  x = 1;
#endif
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_detach(t);
  x = 2;
  return 0;
}
C
# The first worker takes all jobs.
cat >queue.c <<'C'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int next, sum;
static void *work(void *p) {
  for (;;) {
    pthread_mutex_lock(&lock);
    int job = next < 5 ? ++next : 0;
#ifdef RIGHT
    sum += job;
#endif
    pthread_mutex_unlock(&lock);
    if (!job) return p;
#ifndef RIGHT
    sum += job;
#endif
  }
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return sum != 15;
}
C
# A phase of a grid: whoever comes to the barrier has given the lock back that the other begins with.
cat >grid.c <<'C'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t phase;
static int ids, done, row[2][8], sums[2];
static void *work(void *p) {
  pthread_barrier_wait(&phase);
  pthread_mutex_lock(&lock);
  int me = ids++, edge = 0;
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 8; i++) row[me][i] = i;
#ifndef RIGHT
  edge = row[!me][7];
#endif
  pthread_mutex_lock(&lock);
  done++;
  pthread_mutex_unlock(&lock);
  pthread_barrier_wait(&phase);
#ifdef RIGHT
  edge = row[!me][7];
#endif
  sums[me] = edge;
  return p;
}
int main(void) {
  pthread_t t[2];
  pthread_barrier_init(&phase, 0, 2);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return done != 2;
}
C
# As in Splash-2's ocean: a barrier of a lock and a counter, ids from a lock. Whoever comes last to a barrier goes on, and the others
# take its lock when that one has given it back at the next: only if another comes last does nothing order the flag that is set behind.
cat >ocean.c <<'C'
#include <pthread.h>
enum { P = 4 };
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER, id_lock = PTHREAD_MUTEX_INITIALIZER, error_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opens = PTHREAD_COND_INITIALIZER;
static int arrived, cycle, ids, error, field[P];
static void barrier(void) {
  pthread_mutex_lock(&gate);
  int mine = cycle;
  if (++arrived == P) {
    arrived = 0;
    cycle++;
    pthread_cond_broadcast(&opens);
  } else
    while (mine == cycle) pthread_cond_wait(&opens, &gate);
  pthread_mutex_unlock(&gate);
}
static void *work(void *p) {
  pthread_mutex_lock(&id_lock);
  int me = ids++;
  pthread_mutex_unlock(&id_lock);
  field[me] = me;
  barrier();
  if (!me) error = 0;
#ifdef RIGHT
  barrier();
#endif
  int mine = field[(me + 1) % P];
  pthread_mutex_lock(&error_lock);
  if (mine > error) error = mine;
  pthread_mutex_unlock(&error_lock);
  barrier();
  return p;
}
int main(void) {
  pthread_t t[P];
  for (int i = 1; i < P; i++) pthread_create(&t[i], 0, work, 0);
  work(0);
  for (int i = 1; i < P; i++) pthread_join(t[i], 0);
  return 0;
}
C
# As in fmm: a counter by hand and a flag that is waited for by looking.
cat >fmm.c <<'C'
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
enum { P = 4 };
static pthread_mutex_t id_lock = PTHREAD_MUTEX_INITIALIZER, count_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int phase;
static int ids, arrived, boxes, seen[P];
static void barrier(void) {
  int mine = atomic_load(&phase);
  pthread_mutex_lock(&count_lock);
  int last = ++arrived == P;
  if (last) arrived = 0;
  pthread_mutex_unlock(&count_lock);
  if (last) atomic_store(&phase, mine + 1);
  while (atomic_load(&phase) == mine) sched_yield();
}
static void *work(void *p) {
  pthread_mutex_lock(&id_lock);
  int me = ids++;
  pthread_mutex_unlock(&id_lock);
  barrier();
  if (me == P - 1) boxes = 16;
#ifdef RIGHT
  barrier();
#endif
  pthread_mutex_lock(&id_lock);
  seen[me] = boxes;
  pthread_mutex_unlock(&id_lock);
  barrier();
  return p;
}
int main(void) {
  pthread_t t[P];
  for (int i = 1; i < P; i++) pthread_create(&t[i], 0, work, 0);
  work(0);
  for (int i = 1; i < P; i++) pthread_join(t[i], 0);
  return 0;
}
C
for name in detached queue grid ocean fmm; do
  compile $name
  expect 0 "$omen" triage --runs 1 --no-predict --json one.json -o one.rec -- ./$name
  json one.json "not r['races'] and r['strategy'] == 'run'"
  "$omen" triage --json more.json -o more.rec -- ./$name >out 2>err </dev/null
  [ $? -le 1 ] || fail "$name: $(cat err)"
  json more.json "r['races'] and r['strategy'] != 'run' and 'runs' not in r"
  says "schedules were recorded: the first shows no race, this one is by --strategy"
  [ ! -e more.rec.others ] || fail "$name: the other recordings are still there"
  expect 0 "$omen" replay more.rec
  id=$(python3 -c "import json; print(json.load(open('more.json'))['races'][0]['id'])")
  "$omen" classify --race "$id" more.rec >out 2>err </dev/null
  [ $? -le 1 ] || fail "$name: the recording is not judged again: $(cat err)"
  compile $name -DRIGHT
  expect 0 "$omen" triage --json right.json -o right.rec -- ./$name
  says " schedules were recorded, and none shows a race"
  json right.json "not r['races'] and r['strategy'] == 'run'"
  expect 0 "$omen" replay right.rec
done
compile detached
expect 0 "$omen" triage --runs 1 -o one.rec -- ./detached
says "omen: 1 thread never began before the program ended"

# Whoever comes first decides what races, and whether the program fails: no schedule has it all.
cat >first.c <<'C'
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int turns, a, b, c, d, e;
static void *work(void *p) {
  long me = (long)p;
  pthread_mutex_lock(&lock);
  int first = !turns++;
  pthread_mutex_unlock(&lock);
#ifdef FAILS
  if (first && me > 1) abort();
#else
  if (first && me == 2) a = 1;
  if (first && me == 3) b = 1;
  if (first && me == 4) c = 1;
  if (first && me == 5) d = 1;
  if (first && me == 6) e = 1;
  if (!first && me == 1) a++, b++, c++, d++, e++;
#endif
  return p;
}
int main(void) {
  pthread_t t[6];
  for (long i = 0; i < 6; i++) pthread_create(&t[i], 0, work, (void *)(i + 1));
  for (int i = 0; i < 6; i++) pthread_join(t[i], 0);
  return a + b + c + d + e > 10;
}
C
compile first
expect 0 "$omen" triage --no-predict --json r.json -o first.rec -- ./first
says "schedules were recorded: the first shows no race; it and "
says " others are judged together"
json r.json "len({x['location']['name'] for x in r['races']}) > 1 and all(x['class'] for x in r['races'])"
json r.json "len(r['runs']) > 2 and not r['runs'][0]['races']"
expect 0 "$omen" replay first.rec/run-002
[ ! -e first.rec.others ] || fail "the other recordings are still there"
expect 0 "$omen" report first.rec
expect 125 "$omen" replay first.rec
says "first.rec: a campaign, with several recordings: first.rec/run-001, for example"
# One that fails is an incident of the first, and a recording or another campaign takes its place.
compile first -DFAILS
expect 1 "$omen" triage --no-predict --json r.json -o first.rec -- ./first
says "ABORT: at first.c:"
json r.json "not r['races'] and r['incidents'] and 'runs' not in r"
expect 1 "$omen" triage --no-predict --runs 1 --json r.json -o first.rec -- ./first
json r.json "'runs' not in r"

# What the program writes is written once, and each run has the same input.
printf '#include <pthread.h>\n#include <stdio.h>\nstatic void *f(void *p) { return p; }\nint main(void) { pthread_t t; int c = getchar(); pthread_create(&t, 0, f, 0); pthread_join(t, 0); printf("%%c\\n", c); return c != 65; }\n' >echo.c
compile echo
echo A | "$omen" triage -o echo.rec -- ./echo >out 2>err || fail "a pipe: $(cat err)"
prints A
says "5 schedules were recorded"
echo A >A
"$omen" triage -o echo.rec -- ./echo <A >out 2>err || fail "a file: $(cat err)"
prints A

# Nobody comes twice: of a program that gets a signal from outside, or has a child, there is one run. What came through a named
# pipe is there in the other runs, too, and nobody is waited for.
cat >waits.c <<'C'
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
static void *nothing(void *p) { return p; }
int main(int argc, char **argv) {
  pthread_t t;
  sigset_t set;
  int sig;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, NULL);
  pthread_create(&t, 0, nothing, 0);
  pthread_join(t, 0);
  dprintf(1, "%d\n", getpid());
  if (argc > 1) return !fopen(argv[1], "r");
  return sigwait(&set, &sig);
}
C
compile waits
timeout 60 "$omen" triage -o waits.rec -- ./waits >out 2>err </dev/null &
triage=$!
for _ in $(seq 600); do [ -s out ] && break; sleep 0.1; done
kill -USR1 "$(cat out)"
wait $triage || fail "a signal: $(tail -1 err)"
says_not "schedules were recorded"
mkfifo pipe
timeout 60 "$omen" triage -o pipe.rec -- ./waits pipe >out 2>err </dev/null &
triage=$!
: >pipe
wait $triage || fail "a named pipe: $(tail -1 err)"
says "5 schedules were recorded"
cat >child.c <<'C'
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
static void *nothing(void *p) { return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, nothing, 0);
  pthread_join(t, 0);
  if (!fork()) _exit(0);
  return wait(0) < 0;
}
C
compile child
expect 0 "$omen" triage -o child.rec -- ./child
says_not "schedules were recorded"
done_testing
