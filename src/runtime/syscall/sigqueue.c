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

struct omrt_signal {
  struct omrt_signal *next;
  int sig;
  struct omrt_siginfo info;
  struct omrt_clk past;
};

/* ---- what is told ---- */

struct omrt_siginfo omrt_siginfo_sent(int code) { return (struct omrt_siginfo){{code, (uint32_t)omrt_pid}}; }

struct omrt_siginfo omrt_siginfo_of(const siginfo_t *from) {
  struct omrt_siginfo info = {{from->si_code}};
  memcpy(&info.part[1], (const char *)from + UNION_AT, sizeof info.part - sizeof info.part[0]);
  return info;
}

siginfo_t omrt_siginfo_full(int sig, const struct omrt_siginfo *info) {
  siginfo_t full;
  memset(&full, 0, sizeof full);
  full.si_signo = sig;
  full.si_code = (int)info->part[0];
  memcpy((char *)&full + UNION_AT, &info->part[1], sizeof info->part - sizeof info->part[0]);
  return full;
}

/* ---- queues ---- */

static struct omrt_signal **find(struct omrt_sigqueue *q, int sig) {
  struct omrt_signal **at = &q->first;
  while (*at && (*at)->sig != sig) at = &(*at)->next;
  return at;
}

bool omrt_sigqueue_put(struct omrt_sigqueue *q, int sig, const struct omrt_siginfo *info, bool sent) {
  struct omrt_signal **at = &q->first, *s;
  if (sig < FIRST_QUEUED && (q->pending & OMRT_SIGBIT(sig))) {
    if (sent) omrt_hb_release(&(*find(q, sig))->past);
    return true;
  }
  if (omrt_signals_queued == MOST_QUEUED) return false;
  while (*at) at = &(*at)->next;
  *at = s = omrt_alloc(sizeof *s);
  omrt_signals_queued++;
  s->sig = sig;
  s->info = *info;
  if (sent) omrt_hb_release(&s->past);
  q->pending |= OMRT_SIGBIT(sig);
  return true;
}

void omrt_sigqueue_take(struct omrt_sigqueue *q, int sig, struct omrt_siginfo *info) {
  struct omrt_signal **at = find(q, sig), *s = *at;
  *info = s->info;
  *at = s->next;
  if (!*find(q, sig)) q->pending &= ~OMRT_SIGBIT(sig);
  omrt_hb_acquire(&s->past);
  omrt_clk_reset(&s->past);
  omrt_free(s, sizeof *s);
  omrt_signals_queued--;
}

void omrt_sigqueue_clear(struct omrt_sigqueue *q) {
  for (struct omrt_signal *s; (s = q->first);) {
    q->first = s->next;
    omrt_clk_reset(&s->past);
    omrt_free(s, sizeof *s);
    omrt_signals_queued--;
  }
  q->pending = 0;
}

/* ---- from the kernel ---- */

/* The kernel's handlers may interrupt each other and whoever empties this, but are always done when that goes
 * on: no lock is needed. */
enum { NOTES = 256 };
static struct {
  int sig;
  struct omrt_siginfo info;
} notes[NOTES];
static volatile uint32_t noted, told; /* how many ever were */

void omrt_signal_note(int sig, const siginfo_t *info) {
  uint64_t bit = OMRT_SIGBIT(sig);
  if (sig < FIRST_QUEUED && (omrt_signal_arrived & bit)) return;
  if (noted - told >= NOTES) return; /* a flood: as if the limit of queued signals was reached */
  uint32_t at = __atomic_fetch_add(&noted, 1, __ATOMIC_RELAXED);
  notes[at % NOTES].sig = sig;
  notes[at % NOTES].info = omrt_siginfo_of(info);
  __atomic_or_fetch(&omrt_signal_arrived, bit, __ATOMIC_RELAXED);
}

bool omrt_signal_noted(int *sig, struct omrt_siginfo *info) {
  if (noted == told) return false;
  *sig = notes[told % NOTES].sig;
  *info = notes[told % NOTES].info;
  told = told + 1;
  omrt_signal_arrived = 0; /* and one that comes meanwhile sets its bit by itself */
  for (uint32_t i = told; i != noted; i++)
    __atomic_or_fetch(&omrt_signal_arrived, OMRT_SIGBIT(notes[i % NOTES].sig), __ATOMIC_RELAXED);
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
      omrt_free(gone, sizeof *gone);
      return;
    }
}

bool omrt_timer_target(const struct omrt_siginfo *info, struct omrt_fiber **to) {
  if (info->part[0] != SI_TIMER) return false;
  for (struct target *t = targets; t; t = t->next)
    if (t->timer == (int)info->part[1]) {
      *to = omrt_fiber_by_tid(t->tid);
      return true;
    }
  return false;
}

OMRT_CALL(timer_create) {
  uint64_t b[6];
  struct sigevent how;
  int tid = 0;
  memcpy(b, a, sizeof b);
  if (a[1] && omrt_page_readable(a[1]) && omrt_page_readable(a[1] + sizeof how - 1)) {
    memcpy(&how, (void *)a[1], sizeof how);
    if (how.sigev_notify == SIGEV_THREAD_ID) {
      tid = how._sigev_un._tid;
      if (!omrt_fiber_by_tid(tid)) return -EINVAL;
      how.sigev_notify = SIGEV_SIGNAL;
      b[1] = (uint64_t)&how;
    }
  }
  int64_t ret = omrt_call_plain(nr, b);
  if (ret || !tid) return ret;
  struct target *t = omrt_alloc(sizeof *t);
  *t = (struct target){targets, *(int *)a[2], tid};
  targets = t;
  return ret;
}

OMRT_CALL(timer_delete) {
  int64_t ret = omrt_call_recorded(nr, a, "");
  if (!ret) forget((int)a[0]);
  return ret;
}
