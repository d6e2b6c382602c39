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

/* FIRST_WAIT_US: so long may threads wait in all before the share of wall time allows anything, or a short
 * program would never be steered: one longest wait. */
enum { TOKEN_LIVES_US = 100000, FIRST_WAIT_US = 200000 };

uint64_t omenf_waited_us, omenf_started_us;

static _Atomic bool busy;

/* Yielding does not help where the program's threads have priorities: then whoever holds the lock gets a
 * processor only while they sleep. */
void omenf_lock(void) {
  _Atomic uint32_t never = 0;
  for (unsigned i = 0; atomic_exchange_explicit(&busy, true, memory_order_acquire); i++)
    if (i % 64 == 63) {
      if (i < 1024)
        sched_yield();
      else
        omenf_futex(&never, FUTEX_WAIT_PRIVATE, 0, 50);
    }
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
  uint64_t meeting;             /* its number: whoever goes first ends this one, and no later one */
  _Atomic uint32_t word, other; /* 1: go on; the held thread's, and that of the one who met it */
} held;

static void rouse(_Atomic uint32_t *word) {
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

/* The first instances are done with when the pair was seen, its order was looked at once, and threads waited
 * at either access. */
bool omenf_over(const struct omenf_task *t) {
  if (t->off || finished(t) || !t->candidate->count[0] || !t->candidate->count[1]) return true;
  if (!t->context || t->all) return false;
  bool looked = t->raced || t->ordered || t->unordered || t->order_lost;
  return t->phase == OMENF_CONTEXT || (looked && !t->grants[0] && !t->grants[1]);
}

bool omenf_meeting(void) { return held.active || held.second_waits; }
bool omenf_busy(void) {
  omenf_lock();
  bool is = omenf_meeting();
  omenf_unlock();
  return is;
}

void omenf_renew(struct omenf_task *t) {
  t->grants[0] = t->grants[1] = 1;
  t->timeouts = 0;
}

/* --- steering --- */

/* A held thread is met: a race. Whoever shall be second goes when the first is done: its wake-up comes after
 * the first's access (omenf_after). */
static void meet(unsigned task, int side, uint64_t *wake) {
  struct omenf_task *t = &omenf_tasks[task];
  t->raced = held.met = held.second_waits = true;
  held.task = task;
  held.side = !side;
  held.meeting++;
  omenf_event(task, omenf_self(), OMENF_MET);
  if (side == t->order) {
    *wake = held.meeting;
    return;
  }
  atomic_store(&held.other, 0);
  rouse(&held.word);
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
static bool meet_held(const struct omenf_site *s, const struct omenf_seen *me, uint64_t *wake) {
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
  if (task >= 0) meet((unsigned)task, as, wake);
  return task >= 0;
}

static uint64_t waits_left(void) {
  uint64_t may = FIRST_WAIT_US + (omenf_now_us() - omenf_started_us) * omenf_waits_ppm / 1000000;
  return may > omenf_waited_us ? may - omenf_waited_us : 0;
}

static bool may_wait(const struct omenf_task *t, int side, uint64_t most) {
  return t->phase == OMENF_VALIDATE && !finished(t) && t->grants[side] && t->tau_us <= most;
}

/* May a thread wait here now? Once for each side of a task, once more when the pair is known to be one, and
 * again when the list of tasks says so, as far as the share of wall time goes. The longest wait of those
 * tasks; 0: no. */
static uint32_t may_hold(const struct omenf_site *s) {
  uint32_t us = 0;
  if (omenf_meeting()) return 0;
  uint64_t most = waits_left(), taken = 0;
  for (int side = 0; side < 2; side++)
    for (uint64_t left = s->tasks[side] & ~taken; left; left &= left - 1) {
      struct omenf_task *t = &omenf_tasks[__builtin_ctzll(left)];
      if (!may_wait(t, side, most)) continue;
      taken |= left & -left;
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
  omenf_waited_us += us;
  if (held.met || all) omenf_tasks[held.met ? held.task : (unsigned)__builtin_ctzll(all)].waited_us += us;
}

static void hold(const struct omenf_site *s, const struct omenf_seen *me, uint32_t us, uint64_t *wake) {
  unsigned task = (unsigned)__builtin_ctzll(s->tasks[0] | s->tasks[1]);
  held.active = true;
  held.met = false;
  held.site = s;
  held.access = *me;
  omenf_event(task, me->thread, OMENF_HELD);
  atomic_store(&held.word, 0);
  omenf_unlock();
  uint64_t from = omenf_now_us();
  wait_for(&held.word, us);
  omenf_lock();
  settle(s, omenf_now_us() - from);
  bool first = held.met && held.side == omenf_tasks[held.task].order;
  if (first) *wake = held.meeting; /* the other one when this is done */
  if (!held.met) omenf_event(task, me->thread, OMENF_ALONE);
  if (held.met && !first) held.second_waits = false;
  held.active = false;
}

/* The first of two is done; if the second still waited, this order was had. */
static void first_done(uint64_t meeting) {
  struct omenf_task *t = &omenf_tasks[held.task];
  if (meeting != held.meeting) return;
  if (held.second_waits) {
    t->orders[t->order] = true;
    if (t->both && !t->orders[!t->order]) t->order = !t->order;
  }
  if (held.active) rouse(&held.word);
  rouse(&held.other);
}

/* --- order --- */

static void against_token(unsigned task, int side, const struct omenf_seen *me) {
  struct omenf_task *t = &omenf_tasks[task];
  if (!(atomic_load(&omenf_live) & bit(task)) || side == t->token_side || !pairs(&t->token, me)) return;
  bool after = omenf_is_after(task, me->thread);
  omenf_event(task, me->thread, after ? OMENF_ORDERED : OMENF_UNORDERED);
  if (after) {
    t->ordered = true;
    t->noraces++;
  } else if (atomic_load(&omenf_objects_full))
    t->order_lost = true;
  else
    t->unordered = true;
  omenf_token_end(task);
}

/* The pair is known to be one: whoever waited before that, may wait again. */
static void see_context(struct omenf_task *t, const struct omenf_seen *other, const struct omenf_seen *me) {
  t->same_memory |= other->size && overlap(other->address, other->size, me->address, me->size);
  if (t->context || !pairs(other, me)) return;
  t->context = true;
  t->grants[0] = t->grants[1] = 1;
}

static void note(unsigned task, int side, const struct omenf_seen *me, uint32_t cost_ns) {
  struct omenf_task *t = &omenf_tasks[task];
  t->hits++;
  t->spent_ns += cost_ns; /* all of it, also where several tasks have the site */
  omenf_event(task, me->thread, side ? OMENF_SECOND : OMENF_FIRST);
  see_context(t, &t->seen[!side], me);
  t->seen[side] = *me;
  against_token(task, side, me);
}

/* An instruction that is both accesses of a task is whichever the first access was not, or another thread's
 * was not. */
static int side_of_both(unsigned task, uint32_t thread) {
  const struct omenf_task *t = &omenf_tasks[task];
  if (atomic_load(&omenf_live) & bit(task)) return !t->token_side;
  return t->seen[0].size && t->seen[0].thread != thread;
}

void omenf_before(struct omenf_site *s, uintptr_t address, uint32_t cost_ns, uint64_t *wake) {
  struct omenf_seen me = {.address = address, .size = s->s->size, .kind = s->s->kind, .thread = omenf_self()};
  if (me.thread >= OMENF_THREADS) return;
  omenf_lock();
  uint64_t both = s->tasks[0] & s->tasks[1];
  for (uint64_t left = s->tasks[0] | s->tasks[1]; left; left &= left - 1) {
    unsigned task = (unsigned)__builtin_ctzll(left);
    int side = both & bit(task) ? side_of_both(task, me.thread) : !(s->tasks[0] & bit(task));
    note(task, side, &me, cost_ns);
  }
  uint32_t us = 0;
  if (!meet_held(s, &me, wake)) us = may_hold(s);
  if (us) hold(s, &me, us, wake);
  omenf_unlock();
}

static void begin_token(unsigned task, int side, const struct omenf_seen *me) {
  struct omenf_task *t = &omenf_tasks[task];
  bool lives = atomic_load(&omenf_live) >> task & 1;
  uint64_t now = omenf_now_us();
  if (t->phase != OMENF_VALIDATE || t->raced || t->order_lost) return;
  if (!t->all && (t->ordered || t->unordered)) return;
  if (lives && now - t->token_since < TOKEN_LIVES_US) {
    if (!omenf_all_after(task)) return;
    t->ordered |= t->context;
    t->noraces += t->context;
  }
  t->token = *me;
  t->token_side = side;
  t->token_since = now;
  omenf_token_start(task, me->thread);
}

void omenf_after(struct omenf_site *s, uintptr_t address, uint64_t wake) {
  struct omenf_seen me = {.address = address, .size = s->s->size, .kind = s->s->kind, .thread = omenf_self()};
  if (me.thread >= OMENF_THREADS) return;
  omenf_lock();
  if (wake) first_done(wake);
  for (int side = 0; side < 2; side++)
    for (uint64_t left = s->tasks[side] & (side ? ~s->tasks[0] : ~(uint64_t)0); left; left &= left - 1)
      begin_token((unsigned)__builtin_ctzll(left), side, &me);
  omenf_unlock();
}
