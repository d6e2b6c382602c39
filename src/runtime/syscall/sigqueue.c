/* Signals on their way: each with what its receiver is told (who sent it, a value, a child's status), and
 * with the past of the thread that sent it. As in the kernel, one of the first 31 that is pending already is
 * not sent again, and real-time signals queue. Timers made for one thread (SIGEV_THREAD_ID, and so glibc's
 * SIGEV_THREAD): the kernel does not know our threads, so it sends to the process and we pass it on. */
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/shadow/hb.h"
#include "runtime/syscall/signals.h"
#include "runtime/syscall/syscall.h"
#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>

enum { FIRST_QUEUED = 32, MOST_QUEUED = 16384, UNION_AT = 16 };

struct omen_signal {
  struct omen_signal *next;
  int sig;
  struct omen_siginfo info;
  struct omen_clk past;
};
static int queued;

/* ---- what is told ---- */

struct omen_siginfo omen_siginfo_sent(int code) { return (struct omen_siginfo){{code, (uint32_t)omen_pid}}; }

struct omen_siginfo omen_siginfo_of(const siginfo_t *from) {
  struct omen_siginfo info = {{from->si_code}};
  memcpy(&info.part[1], (const char *)from + UNION_AT, sizeof info.part - sizeof info.part[0]);
  return info;
}

siginfo_t omen_siginfo_full(int sig, const struct omen_siginfo *info) {
  siginfo_t full;
  memset(&full, 0, sizeof full);
  full.si_signo = sig;
  full.si_code = (int)info->part[0];
  memcpy((char *)&full + UNION_AT, &info->part[1], sizeof info->part - sizeof info->part[0]);
  return full;
}

/* ---- queues ---- */

static struct omen_signal **find(struct omen_sigqueue *q, int sig) {
  struct omen_signal **at = &q->first;
  while (*at && (*at)->sig != sig) at = &(*at)->next;
  return at;
}

bool omen_sigqueue_put(struct omen_sigqueue *q, int sig, const struct omen_siginfo *info, bool sent) {
  struct omen_signal **at = &q->first, *s;
  if (sig < FIRST_QUEUED && (q->pending & OMEN_SIGBIT(sig))) {
    if (sent) omen_hb_release(&(*find(q, sig))->past);
    return true;
  }
  if (queued == MOST_QUEUED) return false;
  while (*at) at = &(*at)->next;
  *at = s = omen_alloc(sizeof *s);
  queued++;
  s->sig = sig;
  s->info = *info;
  if (sent) omen_hb_release(&s->past);
  q->pending |= OMEN_SIGBIT(sig);
  return true;
}

void omen_sigqueue_take(struct omen_sigqueue *q, int sig, struct omen_siginfo *info) {
  struct omen_signal **at = find(q, sig), *s = *at;
  *info = s->info;
  *at = s->next;
  if (!*find(q, sig)) q->pending &= ~OMEN_SIGBIT(sig);
  omen_hb_acquire(&s->past);
  omen_clk_reset(&s->past);
  omen_free(s, sizeof *s);
  queued--;
}

void omen_sigqueue_clear(struct omen_sigqueue *q) {
  for (struct omen_signal *s; (s = q->first);) {
    q->first = s->next;
    omen_clk_reset(&s->past);
    omen_free(s, sizeof *s);
    queued--;
  }
  q->pending = 0;
}

/* ---- from the kernel ---- */

/* The kernel's handlers may interrupt each other and whoever empties this, but are always done when that goes
 * on: no lock is needed. */
enum { NOTES = 256 };
static struct {
  int sig;
  struct omen_siginfo info;
} notes[NOTES];
static volatile uint32_t noted, told; /* how many ever were */
volatile uint64_t omen_signal_arrived;

void omen_signal_note(int sig, const siginfo_t *info) {
  uint64_t bit = OMEN_SIGBIT(sig);
  if (sig < FIRST_QUEUED && (omen_signal_arrived & bit)) return;
  if (noted - told >= NOTES) return; /* a flood: as if the limit of queued signals was reached */
  uint32_t at = __atomic_fetch_add(&noted, 1, __ATOMIC_RELAXED);
  notes[at % NOTES].sig = sig;
  notes[at % NOTES].info = omen_siginfo_of(info);
  __atomic_or_fetch(&omen_signal_arrived, bit, __ATOMIC_RELAXED);
}

bool omen_signal_noted(int *sig, struct omen_siginfo *info) {
  if (noted == told) return false;
  *sig = notes[told % NOTES].sig;
  *info = notes[told % NOTES].info;
  told = told + 1;
  omen_signal_arrived = 0; /* and one that comes meanwhile sets its bit by itself */
  for (uint32_t i = told; i != noted; i++)
    __atomic_or_fetch(&omen_signal_arrived, OMEN_SIGBIT(notes[i % NOTES].sig), __ATOMIC_RELAXED);
  return true;
}

/* ---- timers for one thread ---- */

static struct target {
  struct target *next;
  int timer, tid;
} *targets;

static void forget(int timer) {
  for (struct target **at = &targets; *at; at = &(*at)->next)
    if ((*at)->timer == timer) {
      struct target *gone = *at;
      *at = gone->next;
      omen_free(gone, sizeof *gone);
      return;
    }
}

bool omen_timer_target(const struct omen_siginfo *info, struct omen_fiber **to) {
  if (info->part[0] != SI_TIMER) return false;
  for (struct target *t = targets; t; t = t->next)
    if (t->timer == (int)info->part[1]) {
      *to = omen_fiber_by_tid(t->tid);
      return true;
    }
  return false;
}

OMEN_CALL(timer_create) {
  uint64_t b[6];
  struct sigevent how;
  int tid = 0;
  memcpy(b, a, sizeof b);
  if (a[1] && omen_page_readable(a[1]) && omen_page_readable(a[1] + sizeof how - 1)) {
    memcpy(&how, (void *)a[1], sizeof how);
    if (how.sigev_notify == SIGEV_THREAD_ID) {
      tid = how._sigev_un._tid;
      if (!omen_fiber_by_tid(tid)) return -EINVAL;
      how.sigev_notify = SIGEV_SIGNAL;
      b[1] = (uint64_t)&how;
    }
  }
  int64_t ret = omen_call_recorded(nr, b, "2=4");
  if (ret || !tid) return ret;
  struct target *t = omen_alloc(sizeof *t);
  *t = (struct target){targets, *(int *)a[2], tid};
  targets = t;
  return ret;
}

OMEN_CALL(timer_delete) {
  int64_t ret = omen_call_recorded(nr, a, "");
  if (!ret) forget((int)a[0]);
  return ret;
}
