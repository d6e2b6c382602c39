#!/usr/bin/env bash
# System V semaphores, messages and shared memory, and POSIX message queues: a thread that waits in one stops nobody
# else; what they order is ordered; replays are the same; explorations have their own, and verdicts come of them.
# rooms: runtime/syscall runtime/world, quick
. "$(dirname "$0")/run_common"
cat >ipc.c <<'C'
#define _GNU_SOURCE
#include <errno.h>
#include <mqueue.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <time.h>
#include <unistd.h>
static int sem, msg, racy, shared, turns;
static mqd_t mq;
static const char *how;
struct text { long type; char text[16]; };
static void change(int semaphore, int by) {
  struct sembuf op = {(unsigned short)semaphore, (short)by, 0};
  while (semop(sem, &op, 1)) if (errno != EINTR) abort();
}
static void *sems(void *arg) { /* a lock, and a meeting */
  for (int i = 0; i < 3; i++) {
    change(0, -1);
    shared++;
    change(0, 1);
  }
  change(1, 1);
  if (racy) turns++;
  return arg;
}
static void *receives(void *arg) {
  struct text t;
  long sum = 0;
  for (int i = 0; i < 3; i++) {
    ssize_t n = msgrcv(msg, &t, sizeof t.text, i == 0 ? -2 : 0, 0);
    if (n != 5) abort();
    sum = sum * 10 + t.type;
    shared += t.text[0] == 'm';
  }
  if (racy) turns++;
  printf("types %ld\n", sum);
  return arg;
}
static void *queues(void *arg) {
  char text[32];
  unsigned p, sum = 0;
  for (int i = 0; i < 3; i++) {
    if (mq_receive(mq, text, sizeof text, &p) != 2) abort();
    sum = sum * 10 + p;
    shared += text[0] == 'q';
  }
  if (racy) turns++;
  printf("priorities %u\n", sum);
  return arg;
}
int main(int argc, char **argv) {
  pthread_t t[2];
  how = argv[1];
  racy = argc > 2;
  if (!strcmp(how, "sem")) {
    unsigned short values[2] = {1, 0}, got[2];
    sem = semget(IPC_PRIVATE, 2, 0600);
    semctl(sem, 0, SETALL, values);
    pthread_create(&t[0], NULL, sems, NULL);
    pthread_create(&t[1], NULL, sems, NULL);
    change(1, -2);
    if (racy) turns++;
    semctl(sem, 0, GETALL, got);
    struct sembuf no = {1, -1, IPC_NOWAIT}, zero = {1, 0, 0}, late = {1, -1, 0};
    int full = semop(sem, &no, 1), why = errno;
    struct timespec little = {0, 1000000};
    printf("%d %d, %d %d, %d", got[0], got[1], full, why == EAGAIN, semop(sem, &zero, 1));
    printf(" %d %d\n", semtimedop(sem, &late, 1, &little), errno == EAGAIN);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    semctl(sem, 0, IPC_RMID);
  } else if (!strcmp(how, "msg")) {
    msg = msgget(IPC_PRIVATE, 0600);
    pthread_create(&t[0], NULL, receives, NULL);
    sched_yield();
    for (int i = 0; i < 3; i++) {
      struct text m = {3 - i, "mess"};
      msgsnd(msg, &m, 5, 0);
      if (!i) sched_yield();
    }
    if (racy) turns++;
    pthread_join(t[0], NULL);
    msgctl(msg, IPC_RMID, NULL);
  } else if (!strcmp(how, "mq")) {
    char name[32];
    snprintf(name, sizeof name, "/omen-%d", (int)getpid());
    struct mq_attr attr = {.mq_maxmsg = 2, .mq_msgsize = 32};
    mq = mq_open(name, O_RDWR | O_CREAT | O_EXCL, 0600, &attr);
    if (mq == -1) return puts("no queues here"), 77;
    pthread_create(&t[0], NULL, queues, NULL);
    for (unsigned i = 0; i < 3; i++) mq_send(mq, "q", 2, i);
    if (racy) turns++;
    pthread_join(t[0], NULL);
    struct timespec past = {1, 0};
    char text[32];
    printf("%d", (int)mq_timedreceive(mq, text, sizeof text, NULL, &past));
    printf(" %d\n", errno == ETIMEDOUT);
    mq_unlink(name);
    mq_close(mq);
  } else {
    int id = shmget(IPC_PRIVATE, 5000, 0600);
    int *p = shmat(id, NULL, 0);
    if (p == (void *)-1) return puts("no shared memory here"), 77;
    p[7] = 42;
    shmdt(p);
    p = shmat(id, NULL, 0);
    struct shmid_ds about;
    shmctl(id, IPC_STAT, &about);
    printf("%d %d %d\n", p[7], p[1000], (int)about.shm_segsz);
    shmctl(id, IPC_RMID, NULL);
    shmdt(p);
  }
  printf("%d %d\n", shared, racy);
  if (turns == 1) abort();
  return 0;
}
C
compile ipc -O1 -lrt
for what in sem msg mq shm; do
  ./ipc $what >want; native=$?
  [ $native -eq 77 ] && { echo "no $what on this machine"; continue; }
  for strategy in run random pct; do
    timeout 100 "$omen" run --strategy $strategy -o rec ./ipc $what >out 2>err || fail "$what, $strategy: $? $(cat err)"
    # who comes first is the schedule's choice; how much is not
    [ $strategy != run ] || [ $what = msg ] || [ $what = mq ] || cmp -s want out || { fail "$what: not as without Omen:"; diff want out; }
    says "no data race was seen"
    says_not "is not known to Omen"
    cp out first
    for _ in 1 2; do
      expect 0 timeout 100 "$omen" replay -q rec
      cmp -s first out || { fail "$what, $strategy: another replay:"; diff first out; }
    done
  done
  [ $what = shm ] && continue
  timeout 200 "$omen" triage --json report.json -o racy.rec -- ./ipc $what racy >out 2>err
  [ $? -le 1 ] || { fail "$what: no verdicts"; cat err; }
  json report.json "len(r['races']) >= 1 and all(x['location']['name'] == 'turns' for x in r['races'])"
  json report.json "all(x['class'] in ('spec-violated', 'output-differs', 'k-witness-harmless') for x in r['races'])"
  grep -q "deadlock" report.json && grep -q '"consequence": "deadlock"' report.json && fail "$what: a deadlock in an exploration"
done
# The world outside is not touched: what an exploration makes is not there afterwards, though it never takes it away.
cat >leaves.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <sys/msg.h>
#include <sys/sem.h>
static int x;
static void *f(void *arg) { return x++, arg; }
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, f, NULL);
  x++;
  int sem = semget(0x0be11, 1, IPC_CREAT | IPC_EXCL | 0600);
  struct sembuf op = {0, 1, 0};
  printf("%d %d\n", sem >= 0, semop(sem, &op, 1));
  pthread_join(t, NULL);
  semctl(sem, 0, IPC_RMID);
  return x != 2;
}
C
compile leaves
timeout 200 "$omen" triage -q --json leaves.json -o leaves.rec -- ./leaves >out 2>err
prints "1 0"
json leaves.json "r['races'] and not any('semop' in str(x) for x in r['races'])"
[ -z "$(ipcs -s 2>/dev/null | grep -i 0x0*be11)" ] || fail "semaphores are left"
done_testing
