/* One access of a candidate: what it means for the task.
 *
 * Race: a thread waits before its access (held), and another thread comes to the other access of the same
 * memory. Both stand before their accesses at the same time: nothing can have ordered them, atomics, system
 * calls and code that is not seen included. Then either order can be had, and the one that the task asks for
 * is made. NoRace: the second access comes from a thread that is ordered after the first (order.c), or all
 * threads are. What is neither, is told as "unordered": as far as is seen nothing ordered the two, but what
 * is not seen may have. */
#include "field/client/client.h"
#include <linux/futex.h>
#include <sched.h>

enum { TOKEN_LIVES_US = 100000 };

static _Atomic bool busy;

void omenf_lock(void) {
  for (unsigned i = 0; atomic_exchange_explicit(&busy, true, memory_order_acquire); i++)
    if (i % 64 == 63) sched_yield();
}
void omenf_unlock(void) { atomic_store_explicit(&busy, false, memory_order_release); }

static bool overlap(uintptr_t a, unsigned an, uintptr_t b, unsigned bn) { return a < b + bn && b < a + an; }

static bool conflict(unsigned a, unsigned b) {
  return ((a | b) & OMEN_SITE_WRITES) && !(a & b & OMEN_SITE_ATOMIC);
}

/* Is it the other access, of the same memory, by another thread? */
static bool pairs(const struct omenf_seen *a, const struct omenf_seen *b) {
  return a->size && b->size && a->thread != b->thread && overlap(a->address, a->size, b->address, b->size) &&
         conflict(a->kind, b->kind);
}

/* The one thread that waits before its access, for all tasks of its site. One at a time: were each held for
 * another task, none would meet. Under the lock, but for the words. */
static struct {
  bool active, met;
  bool second_waits; /* whoever shall come second still stands before its access */
  const struct omenf_site *site;
  struct omenf_seen access;
  unsigned task; /* when met: for which, and as which side */
  int side;
  _Atomic uint32_t word, other; /* 1: go on; the held thread's, and that of the one who met it */
} held;

static void wake(_Atomic uint32_t *word) {
  atomic_store(word, 1);
  omenf_futex(word, FUTEX_WAKE_PRIVATE, 1, 0);
}

/* Waits without the lock; true: woken. */
static bool wait_for(_Atomic uint32_t *word, uint32_t us) {
  uint64_t end = omenf_now_us() + us;
  while (!atomic_load(word)) {
    uint64_t now = omenf_now_us();
    if (now >= end) return false;
    omenf_futex(word, FUTEX_WAIT_PRIVATE, 0, end - now);
  }
  return true;
}

static uint64_t bit(unsigned task) { return (uint64_t)1 << task; }

static bool finished(const struct omenf_task *t) {
  return t->raced && t->orders[t->order] && (!t->both || t->orders[!t->order]);
}

/* --- steering --- */

/* A held thread is met: a race. Whoever shall be second goes when the first is done: its wake-up comes after
 * the first's access (omenf_after). */
static void meet(unsigned task, int side, uint64_t *wakes) {
  struct omenf_task *t = &omenf_tasks[task];
  t->raced = held.met = held.second_waits = true;
  held.task = task;
  held.side = !side;
  if (side == t->order) {
    *wakes |= bit(task);
    return;
  }
  atomic_store(&held.other, 0);
  wake(&held.word);
  omenf_unlock();
  wait_for(&held.other, t->tau_us);
  omenf_lock();
  held.second_waits = false;
}

/* The tasks whose one access the held thread is at, and whose other access this site is, as the given side.
 */
static uint64_t meetings(const struct omenf_site *s, int side) {
  return held.active && !held.met ? held.site->tasks[!side] & s->tasks[side] : 0;
}

/* True: it was met. All its tasks are races; the order is made for one that still wants it. */
static bool meet_held(const struct omenf_site *s, const struct omenf_seen *me, uint64_t *wakes) {
  if (!pairs(&held.access, me)) return false;
  int task = -1, as = 0;
  for (int side = 0; side < 2; side++)
    for (uint64_t left = meetings(s, side); left; left &= left - 1) {
      unsigned i = (unsigned)__builtin_ctzll(left);
      omenf_tasks[i].raced = true;
      if (task >= 0 && finished(&omenf_tasks[i])) continue;
      task = (int)i;
      as = side;
    }
  if (task >= 0) meet((unsigned)task, as, wakes);
  return task >= 0;
}

/* May a thread wait here now? Once for each side of a task, and again whenever the share of wall time allows
 * (helper.c). The longest wait of those tasks; 0: no. */
static uint32_t may_hold(const struct omenf_site *s) {
  uint32_t us = 0;
  if (held.active || held.second_waits) return 0;
  for (int side = 0; side < 2; side++)
    for (uint64_t left = s->tasks[side]; left; left &= left - 1) {
      struct omenf_task *t = &omenf_tasks[__builtin_ctzll(left)];
      if (t->phase != OMENF_VALIDATE || finished(t) || !t->grants[side]) continue;
      t->grants[side]--;
      us = t->tau_us > us ? t->tau_us : us;
    }
  return us;
}

/* What a wait came to, for all tasks of the site. One that was not in vain may be repeated. */
static void settle(const struct omenf_site *s, uint64_t us) {
  uint64_t all = s->tasks[0] | s->tasks[1];
  for (uint64_t left = all; left; left &= left - 1) {
    struct omenf_task *t = &omenf_tasks[__builtin_ctzll(left)];
    t->timeouts += !held.met;
    if (held.met && !finished(t)) t->grants[0] = t->grants[1] = 1;
  }
  omenf_tasks[held.met ? held.task : (unsigned)__builtin_ctzll(all)].waited_us += us;
}

static void hold(const struct omenf_site *s, const struct omenf_seen *me, uint32_t us, uint64_t *wakes) {
  held.active = true;
  held.met = false;
  held.site = s;
  held.access = *me;
  atomic_store(&held.word, 0);
  omenf_unlock();
  uint64_t from = omenf_now_us();
  wait_for(&held.word, us);
  omenf_lock();
  settle(s, omenf_now_us() - from);
  bool first = held.met && held.side == omenf_tasks[held.task].order;
  if (first) *wakes |= bit(held.task); /* the other one when this is done */
  if (held.met && !first) held.second_waits = false;
  held.active = false;
}

/* The first of two is done; if the second still waited, this order was had. */
static void first_done(struct omenf_task *t) {
  if (held.second_waits) {
    t->orders[t->order] = true;
    if (t->both && !t->orders[!t->order]) t->order = !t->order;
  }
  if (held.active) wake(&held.word);
  wake(&held.other);
}

/* --- order --- */

static void against_token(unsigned task, int side, const struct omenf_seen *me) {
  struct omenf_task *t = &omenf_tasks[task];
  if (!(atomic_load(&omenf_live) & bit(task)) || side == t->token_side || !pairs(&t->token, me)) return;
  if (omenf_is_after(task, me->thread)) {
    t->ordered = true;
    t->noraces++;
  } else if (atomic_load(&omenf_objects_full))
    t->order_lost = true;
  else
    t->unordered = true;
  omenf_token_end(task);
}

static void note(unsigned task, int side, const struct omenf_seen *me) {
  struct omenf_task *t = &omenf_tasks[task];
  t->hits++;
  t->context |= pairs(&t->seen[!side], me);
  t->seen[side] = *me;
  against_token(task, side, me);
}

/* An instruction that is both accesses of a task is whichever the first access was not. */
static int side_of_both(unsigned task) {
  return atomic_load(&omenf_live) & bit(task) ? !omenf_tasks[task].token_side : 0;
}

void omenf_before(struct omenf_site *s, uintptr_t address, uint64_t *wakes) {
  struct omenf_seen me = {.address = address, .size = s->s->size, .kind = s->s->kind, .thread = omenf_self()};
  if (me.thread >= OMENF_THREADS) return;
  omenf_lock();
  uint64_t both = s->tasks[0] & s->tasks[1];
  for (int side = 0; side < 2; side++)
    for (uint64_t left = s->tasks[side]; left; left &= left - 1) {
      unsigned task = (unsigned)__builtin_ctzll(left);
      if (!(both & bit(task)) || side == side_of_both(task)) note(task, side, &me);
    }
  uint32_t us = 0;
  if (!meet_held(s, &me, wakes)) us = may_hold(s);
  if (us) hold(s, &me, us, wakes);
  omenf_unlock();
}

static void begin_token(unsigned task, int side, const struct omenf_seen *me) {
  struct omenf_task *t = &omenf_tasks[task];
  bool lives = atomic_load(&omenf_live) >> task & 1;
  uint64_t now = omenf_now_us();
  if (t->raced || t->order_lost) return;
  if (lives && now - t->token_since < TOKEN_LIVES_US) {
    if (!omenf_all_after(task)) return;
    t->ordered = true;
    t->noraces++;
  }
  t->token = *me;
  t->token_side = side;
  t->token_since = now;
  omenf_token_start(task, me->thread);
}

void omenf_after(struct omenf_site *s, uintptr_t address, uint64_t wakes) {
  struct omenf_seen me = {.address = address, .size = s->s->size, .kind = s->s->kind, .thread = omenf_self()};
  if (me.thread >= OMENF_THREADS) return;
  omenf_lock();
  for (; wakes; wakes &= wakes - 1) first_done(&omenf_tasks[__builtin_ctzll(wakes)]);
  for (int side = 0; side < 2; side++)
    for (uint64_t left = s->tasks[side] & (side ? ~s->tasks[0] : ~(uint64_t)0); left; left &= left - 1)
      begin_token((unsigned)__builtin_ctzll(left), side, &me);
  omenf_unlock();
}
