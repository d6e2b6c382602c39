/* Steering. A thread waits before its access (held) until another one comes to the other access of the same
 * memory: they meet, and that is a race. Then either order can be had, and the one that the task asks for is
 * made: whoever shall be second goes when the first is done (its wake-up comes after the first's access).
 *
 * One thread waits at a time: were each held for another task, none would meet. Those that have met are on
 * their way, and no longer count. All under the lock, but for the words. */
#include "field/client/client.h"
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

/* FIRST_WAIT_US: so long may threads wait in all before the share of wall time allows anything, or a short
 * program would never be steered: one longest wait. While it is not known whether the pair ever comes to the
 * same memory, a wait is at most its part of what is left, or one of SHARES. */
enum { FIRST_WAIT_US = 200000, SHARES = 8, LEAST_US = 500, MEETINGS = 8 };

uint64_t omenf_waited_us, omenf_started_us;

struct meeting {
  unsigned users; /* threads that are at it; 0: free */
  bool met, second_waits;
  bool relieved;                 /* it waited at other memory than who waits now */
  const struct omenf_site *site; /* of the thread that waited */
  struct omenf_seen access;
  unsigned task;            /* when met: for which */
  int side, first;          /* as which side the thread that waited; which side goes first */
  _Atomic long tid[2];      /* that wait now */
  _Atomic uint32_t word[2]; /* 1: go on; of the thread that waited, and of the one that met it */
};
static struct meeting meetings[MEETINGS], *waiting;

static struct meeting *free_one(void) {
  for (int i = 0; i < MEETINGS; i++)
    if (!meetings[i].users) return &meetings[i];
  return NULL;
}

/* What its thread gives to omenf_first_done when its access is done; 0 is for others. */
static uint64_t number(const struct meeting *m) { return (uint64_t)(m - meetings) + 1; }

bool omenf_meeting(void) {
  for (int i = 0; i < MEETINGS; i++)
    if (meetings[i].users) return true;
  return false;
}

bool omenf_busy(void) {
  omenf_lock();
  bool is = omenf_meeting();
  omenf_unlock();
  return is;
}

bool omenf_awaited(uint64_t tasks[2]) {
  omenf_lock();
  bool is = waiting != NULL;
  for (int side = 0; side < 2; side++) tasks[side] = is ? waiting->site->tasks[!side] : 0;
  omenf_unlock();
  return is;
}

static void rouse(_Atomic uint32_t *word) {
  atomic_store(word, 1);
  omenf_futex(word, FUTEX_WAKE_PRIVATE, 1, 0);
}

/* Waits without the lock. */
static void wait_for(struct meeting *m, int which, uint32_t us) {
  atomic_store(&m->tid[which], syscall(SYS_gettid));
  omenf_unlock();
  uint64_t end = omenf_now_us() + us, now;
  while (!atomic_load(&m->word[which]) && (now = omenf_now_us()) < end)
    omenf_futex(&m->word[which], FUTEX_WAIT_PRIVATE, 0, end - now);
  omenf_lock();
  atomic_store(&m->tid[which], 0);
}

bool omenf_waits(long tid) {
  for (int i = 0; i < MEETINGS; i++)
    if (atomic_load(&meetings[i].tid[0]) == tid || atomic_load(&meetings[i].tid[1]) == tid) return true;
  return false;
}

bool omenf_finished(const struct omenf_task *t) {
  return t->raced && t->orders[t->order] && (!t->both || t->orders[!t->order]);
}

/* --- meeting --- */

/* Now it is known that the second was still there when the first's access was done. */
void omenf_first_done(uint64_t number) {
  struct meeting *m = &meetings[number - 1];
  struct omenf_task *t = &omenf_tasks[m->task];
  if (m->second_waits) {
    t->orders[m->first] = true;
    if (t->both && !t->orders[!m->first]) t->order = !m->first;
  }
  rouse(&m->word[m->side == m->first]);
  m->users--;
}

static void second_goes(struct meeting *m) {
  m->second_waits = false;
  m->users--;
}

static void meet(unsigned task, int side, uint64_t *wake) {
  struct omenf_task *t = &omenf_tasks[task];
  struct meeting *m = waiting;
  waiting = NULL;
  m->met = m->second_waits = true;
  m->users++;
  m->task = task;
  m->side = !side;
  m->first = t->order;
  omenf_event(task, omenf_self(), OMENF_MET, omenf_now_us());
  if (side == m->first) {
    *wake = number(m);
    return;
  }
  rouse(&m->word[0]);
  wait_for(m, 1, t->tau_us);
  second_goes(m);
}

/* All tasks of the two are races; the order is made for one that still wants it. */
bool omenf_meet(const struct omenf_site *s, const struct omenf_seen *me, uint64_t *wake) {
  if (!waiting || !omenf_pairs(&waiting->access, me)) return false;
  int task = -1, as = 0;
  for (int side = 0; side < 2; side++)
    for (uint64_t left = waiting->site->tasks[!side] & s->tasks[side]; left; left &= left - 1) {
      unsigned i = (unsigned)__builtin_ctzll(left);
      omenf_tasks[i].raced = true;
      omenf_tokens_end(omenf_bit(i));
      if (task >= 0 && omenf_finished(&omenf_tasks[i])) continue;
      task = (int)i;
      as = side;
    }
  if (task >= 0) meet((unsigned)task, as, wake);
  return task >= 0;
}

/* --- waiting --- */

static uint64_t waits_left(void) {
  uint64_t may = FIRST_WAIT_US + (omenf_now_us() - omenf_started_us) * omenf_waits_ppm / 1000000;
  return may > omenf_waited_us ? may - omenf_waited_us : 0;
}

/* Of all waits that are left, the part of a task whose memory was not seen to be the same yet. */
static uint64_t part_of(uint64_t most) {
  unsigned open = 0;
  for (unsigned i = 0; i < omenf_tasks_n; i++) open += !omenf_over(&omenf_tasks[i]);
  return most / (open < SHARES ? open + !open : SHARES);
}

static bool may_wait(const struct omenf_task *t, int side) {
  return t->phase == OMENF_VALIDATE && !omenf_finished(t) && t->grants[side];
}

/* A thread waits at the other access, but at other memory: it may be in a loop, or copy piece by piece, and
 * come to this memory only if it goes on. */
static bool is_other_side(const struct omenf_site *s) {
  return (waiting->site->tasks[0] & s->tasks[1]) | (waiting->site->tasks[1] & s->tasks[0]);
}

/* How long may a thread wait here now? Once for each side of a task, once more when the pair is known to be
 * one, and again when the list of tasks says so, as far as the share of wall time goes. 0: it may not. */
static uint32_t may_hold(const struct omenf_site *s) {
  if ((waiting && !is_other_side(s)) || !free_one()) return 0;
  uint64_t most = waits_left(), part = 0, taken = 0, longest = 0;
  for (int side = 0; side < 2; side++)
    for (uint64_t left = s->tasks[side] & ~taken; left; left &= left - 1) {
      struct omenf_task *t = &omenf_tasks[__builtin_ctzll(left)];
      if (!may_wait(t, side) || most < LEAST_US) continue;
      if (!part) part = part_of(most);
      uint64_t may = t->context ? most : part, us = t->tau_us < may ? t->tau_us : may;
      taken |= left & -left;
      t->grants[side]--;
      longest = us > longest ? us : longest;
    }
  return (uint32_t)longest;
}

/* What a wait came to, for all tasks of the site. One that was not in vain may be repeated. */
static void settle(const struct meeting *m, uint32_t may_us, uint64_t us) {
  uint64_t all = m->site->tasks[0] | m->site->tasks[1];
  for (uint64_t left = all; left; left &= left - 1) {
    struct omenf_task *t = &omenf_tasks[__builtin_ctzll(left)];
    t->timeouts += !m->met && !m->relieved && may_us >= t->tau_us;
    if (m->met && !omenf_finished(t)) t->grants[0] = t->grants[1] = 1;
  }
  omenf_waited_us += us;
  if (m->met || all) omenf_tasks[m->met ? m->task : (unsigned)__builtin_ctzll(all)].waited_us += us;
}

void omenf_hold(const struct omenf_site *s, const struct omenf_seen *me, uint64_t *wake) {
  uint32_t us = may_hold(s);
  if (!us) return;
  if (waiting) {
    waiting->relieved = true;
    rouse(&waiting->word[0]);
  }
  struct meeting *m = waiting = free_one();
  unsigned task = (unsigned)__builtin_ctzll(s->tasks[0] | s->tasks[1]);
  uint64_t from = omenf_now_us();
  *m = (struct meeting){.users = 1, .site = s, .access = *me};
  omenf_event(task, me->thread, OMENF_HELD, from);
  omenf_wake_helper(); /* the others' sites may be off (shares.c) */
  wait_for(m, 0, us);
  if (waiting == m) waiting = NULL;
  uint64_t now = omenf_now_us();
  settle(m, us, now - from);
  if (!m->met) omenf_event(task, me->thread, OMENF_ALONE, now);
  if (m->met && m->side == m->first)
    *wake = number(m);
  else
    second_goes(m);
}
