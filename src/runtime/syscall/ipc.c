/* System V semaphores, message queues and shared memory, and POSIX message queues. What would block is tried
 * without, and waited for as scheduling: a thread in semop, msgrcv or mq_receive stops nobody else. Nothing
 * tells when a System V object is ready, so those are looked at again now and then; a POSIX queue is a
 * descriptor. Explorations have all of them in memory: world/world_ipc.c, world/queues.c. */
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/outcome_write.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/shadow/hb.h"
#include "runtime/symbolic/symbolic.h"
#include "runtime/sync/shared_memory.h"
#include "runtime/syscall/syscall.h"
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <time.h>

enum { MOST_OPS = 500, SEGMENTS = 64 }; /* SEMOPM */

/* ---- trying until it works ---- */

struct trying {
  uint64_t how[6];                                                    /* the call that does not block */
  int busy;                                                           /* the error that says: not now */
  int64_t deadline;                                                   /* then it is EAGAIN */
  bool (*gives_up)(const uint64_t a[6], const struct sembuf *wanted); /* or NULL: it does not */
  const char *pieces;
};

static bool past(int64_t deadline) {
  return deadline != OMRT_NEVER && omrt_time_real(CLOCK_MONOTONIC) >= deadline;
}

/* None of these calls is restarted after a handler. */
static int64_t try_until(int nr, const uint64_t a[6], const struct trying *t) {
  for (;;) {
    if (omrt_mode.world) return omrt_mode.world->call(nr, a, t->pieces);
    int64_t ret = omrt_mode.by_log ? 0
                                   : omrt_sys(nr, (long)t->how[0], (long)t->how[1], (long)t->how[2],
                                              (long)t->how[3], (long)t->how[4], 0);
    bool busy = ret == -t->busy && !(t->gives_up && t->gives_up(a, (void *)a[1])) && !past(t->deadline);
    if (omrt_call_done(!busy)) {
      if (omrt_mode.by_log) return omrt_call_recorded(nr, a, t->pieces);
      struct omrt_piece found[4];
      omrt_log_call(nr, a[0], ret, found, omrt_call_pieces(t->pieces, a, ret, found));
      return ret;
    }
    struct omrt_pollset set = {.retry = true};
    enum omrt_waited w = omrt_wait_outside(&set, OMRT_WAIT_IPC, (void *)a[0], t->deadline);
    if (w == OMRT_INTERRUPTED) {
      omrt_signal_restart();
      return -EINTR;
    }
  }
}

/* ---- semaphores ---- */

/* Is what stands in the way one of the operations that shall not wait? Only the values tell. */
static bool blocked_without_wait(const uint64_t a[6], const struct sembuf *wanted) {
  uint64_t n = a[2];
  for (uint64_t i = 0; i < n; i++) {
    long value = OMRT_SYS4(SYS_semctl, a[0], wanted[i].sem_num, GETVAL, 0);
    for (uint64_t k = 0; k < i; k++)
      if (wanted[k].sem_num == wanted[i].sem_num) value += wanted[k].sem_op;
    bool blocks = wanted[i].sem_op ? value + wanted[i].sem_op < 0 : value != 0;
    if (blocks) return wanted[i].sem_flg & IPC_NOWAIT;
  }
  return false;
}

static int64_t sem_deadline(const struct timespec *ts) {
  if (!ts || !omrt_readable(ts, sizeof *ts)) return OMRT_NEVER;
  int64_t ns = omrt_timespec_ns(ts);
  return omrt_time(CLOCK_MONOTONIC) + (ns > OMRT_NEVER / 4 ? OMRT_NEVER / 4 : ns);
}

static int64_t operate(int nr, const uint64_t a[6], const struct timespec *limit) {
  const struct sembuf *wanted = (void *)a[1];
  bool waits = false, some = false;
  if (!a[2] || a[2] > MOST_OPS || !omrt_readable(wanted, a[2] * sizeof *wanted))
    return omrt_call_recorded(nr, a, ""); /* an error, whatever it is */
  struct sembuf *ops = omrt_alloc(MOST_OPS * sizeof *ops);
  for (uint64_t i = 0; i < a[2]; i++) {
    ops[i] = wanted[i];
    waits |= !(ops[i].sem_flg & IPC_NOWAIT);
    some |= ops[i].sem_flg & IPC_NOWAIT;
    ops[i].sem_flg |= IPC_NOWAIT;
  }
  struct trying t = {.how = {a[0], (uint64_t)ops, a[2]},
                     .busy = waits ? EAGAIN : 0,
                     .deadline = sem_deadline(limit),
                     .gives_up = some ? blocked_without_wait : NULL,
                     .pieces = ""};
  int64_t ret = try_until(nr, a, &t);
  omrt_free(ops, MOST_OPS * sizeof *ops);
  return ret;
}

OMRT_CALL(semop) { return operate(nr, a, NULL); }
OMRT_CALL(semtimedop) { return operate(nr, a, (void *)a[3]); }

OMRT_CALL(semctl) {
  int cmd = (int)a[2] & 0xff;
  struct semid_ds about;
  char pieces[24] = "";
  if (cmd == IPC_STAT || cmd == SEM_STAT) omrt_fmt(pieces, sizeof pieces, "3=%u", (unsigned)sizeof about);
  if (cmd == GETALL && omrt_mode.performs && !OMRT_SYS4(SYS_semctl, a[0], 0, IPC_STAT, &about))
    omrt_fmt(pieces, sizeof pieces, "3=%lu", (unsigned long)about.sem_nsems * 2);
  return omrt_call_recorded(nr, a, pieces);
}

/* ---- messages ---- */

OMRT_CALL(msgsnd) {
  if (a[3] & IPC_NOWAIT) return omrt_call_recorded(nr, a, "");
  struct trying t = {{a[0], a[1], a[2], a[3] | IPC_NOWAIT}, EAGAIN, OMRT_NEVER, NULL, ""};
  return try_until(nr, a, &t);
}
OMRT_CALL(msgrcv) {
  if (a[4] & IPC_NOWAIT) return omrt_call_plain(nr, a);
  struct trying t = {
      {a[0], a[1], a[2], a[3], a[4] | IPC_NOWAIT}, ENOMSG, OMRT_NEVER, NULL, omrt_card(nr)->pieces};
  return try_until(nr, a, &t);
}
OMRT_CALL(msgctl) {
  bool stat = ((int)a[1] & 0xff) == IPC_STAT || ((int)a[1] & 0xff) == MSG_STAT;
  _Static_assert(sizeof(struct msqid_ds) == 120, "in the pieces");
  return omrt_call_recorded(nr, a, stat ? "2=120" : "");
}

/* ---- POSIX queues ---- */

/* True: it is ready, or too late. In a replay the log knows. */
static bool queue_await(const uint64_t a[6], short events, int64_t deadline, bool *late) {
  for (;;) {
    bool blocks = omrt_mode.performs && omrt_would_block((int)a[0], events);
    *late = blocks && past(deadline);
    if (omrt_mode.world || omrt_call_done(!blocks || *late)) return true;
    struct pollfd p = {.fd = (int)a[0], .events = events};
    struct omrt_pollset set = {.n = 1, .fds = &p};
    enum omrt_waited w = omrt_wait_outside(&set, OMRT_WAIT_FD, (void *)a[0], deadline);
    if (w == OMRT_INTERRUPTED && !omrt_signal_restart()) return false;
  }
}

/* With a time of day until which it waits. */
static int64_t queue_call(int nr, const uint64_t a[6], short events) {
  const char *pieces = omrt_card(nr)->pieces;
  const struct timespec *ts = (void *)a[4];
  uint64_t b[6] = {a[0], a[1], a[2], a[3]};
  bool late;
  if (omrt_mode.world) return omrt_mode.world->call(nr, a, pieces);
  if (ts && (!omrt_readable(ts, sizeof *ts) || ts->tv_sec < 0 || (uint64_t)ts->tv_nsec > 999999999))
    return omrt_call_recorded(nr, a, pieces); /* an error, or there is no need to wait */
  if (!queue_await(a, events, ts ? omrt_deadline(CLOCK_REALTIME, ts) : OMRT_NEVER, &late)) return -EINTR;
  return late ? omrt_call_result(nr, a[0], -ETIMEDOUT)
              : omrt_call_recorded(nr, omrt_mode.world ? a : b, pieces);
}
OMRT_CALL(mq_timedsend) { return queue_call(nr, a, POLLOUT); }
OMRT_CALL(mq_timedreceive) { return queue_call(nr, a, POLLIN); }

/* ---- shared memory: what it has in it when it is attached; what other processes write later is not seen
 * by a replay ---- */

static struct {
  int64_t id;
  uint64_t at, len;
} segment[SEGMENTS];

/* Explorations and saved checkpoints are forks and copies, which memory that is really shared does not
 * survive. */
static void tell_twice(int64_t id) {
  static bool said;
  for (int i = 0; i < SEGMENTS && !said; i++)
    if (segment[i].len && segment[i].id == id) {
      omrt_note(
          "a System V segment is attached twice at once: replays and explorations have two copies of it, and "
          "may diverge");
      said = true;
    }
}

static void attached(int64_t id, uint64_t at, uint64_t len, bool writable) {
  tell_twice(id);
  for (int i = 0; i < SEGMENTS; i++)
    if (!segment[i].len) {
      segment[i].id = id;
      segment[i].at = at;
      segment[i].len = len;
      break;
    }
  omrt_shadow_reset((void *)at, len);
  omrt_sym_overwritten((void *)at, len);
  omrt_shared_add(at, len, writable);
}

static int64_t attach_replay(const uint64_t a[6]) {
  int64_t ret = omrt_log_call_replay(SYS_shmat), len = 0;
  omrt_log_value(&len);
  if (ret < 0) return ret;
  long got =
      OMRT_SYS6(SYS_mmap, ret, len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  if (got != ret) omrt_diverged("shared memory cannot be had at 0x%lx (error %ld)", (uint64_t)ret, -got);
  omrt_log_contents((void *)ret, (size_t)len);
  if (a[2] & SHM_RDONLY) OMRT_SYS3(SYS_mprotect, ret, len, PROT_READ);
  attached((int64_t)a[0], (uint64_t)ret, (uint64_t)len, !(a[2] & SHM_RDONLY));
  return ret;
}

OMRT_CALL(shmat) {
  if (omrt_mode.by_log) return attach_replay(a);
  int64_t ret, len;
  if (omrt_mode.world) {
    ret = omrt_mode.world->attach(a, &len);
    if (ret >= 0) attached((int64_t)a[0], (uint64_t)ret, (uint64_t)len, !(a[2] & SHM_RDONLY));
    return ret;
  }
  struct shmid_ds about = {0};
  ret = OMRT_SYS3(SYS_shmat, a[0], a[1], a[2]);
  if (ret >= 0) OMRT_SYS3(SYS_shmctl, a[0], IPC_STAT, &about);
  len = (int64_t)((about.shm_segsz + 4095) & ~4095ull);
  omrt_log_call(nr, a[0], ret, NULL, 0);
  omrt_log_value(&len);
  if (ret < 0) return ret;
  omrt_log_contents((void *)ret, about.shm_segsz);
  attached((int64_t)a[0], (uint64_t)ret, (uint64_t)len, !(a[2] & SHM_RDONLY));
  return ret;
}

OMRT_CALL(shmdt) {
  int64_t ret = !omrt_mode.performs ? 0 : OMRT_SYS1(SYS_shmdt, a[0]);
  if (!omrt_mode.world) ret = omrt_call_result(nr, a[0], ret);
  bool found = false;
  for (int i = 0; i < SEGMENTS && !found; i++) {
    if (!segment[i].len || segment[i].at != a[0]) continue;
    if (omrt_mode.world || omrt_config->plan_size) omrt_world.detach(segment[i].id, (void *)a[0]);
    if (!omrt_mode.performs) OMRT_SYS2(SYS_munmap, a[0], segment[i].len);
    omrt_shared_gone(a[0], segment[i].len);
    segment[i].len = 0;
    found = true;
  }
  return omrt_mode.world && !found ? -EINVAL : ret;
}

OMRT_CALL(shmctl) {
  bool stat = ((int)a[1] & 0xff) == IPC_STAT || ((int)a[1] & 0xff) == SHM_STAT;
  _Static_assert(sizeof(struct shmid_ds) == 112, "in the pieces");
  return omrt_call_recorded(nr, a, stat ? "2=112" : "");
}
