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

static struct omenf_seen held_access(const struct omenf_held *h) {
  return (struct omenf_seen){.address = h->address, .size = h->size, .kind = h->kind, .thread = h->thread};
}

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

/* A held thread is met: a race. Whoever shall be second goes when the first is done: its wake-up comes after
 * the first's access (omenf_after). */
static void meet(unsigned task, struct omenf_task *t, int side, uint64_t *wakes) {
  struct omenf_held *h = &t->held;
  t->raced = h->met = h->second_waits = true;
  if (side == t->order) {
    *wakes |= (uint64_t)1 << task;
    return;
  }
  atomic_store(&h->other, 0);
  wake(&h->word);
  omenf_unlock();
  wait_for(&h->other, t->tau_us);
  omenf_lock();
  h->second_waits = false;
}

static bool finished(const struct omenf_task *t) {
  return t->raced && (t->orders[t->order] || !t->both) && (!t->both || (t->orders[0] && t->orders[1]));
}

/* One thread at a time: were each held for another task, none would meet. Under the lock. */
static bool holding;

/* May a thread wait here now? Once for each side, and again whenever the share of wall time allows
 * (helper.c). */
static bool may_hold(struct omenf_task *t, int side) {
  if (t->phase != OMENF_VALIDATE || finished(t) || holding || t->held.second_waits || !t->grants[side])
    return false;
  if (!t->candidate->count[!side]) return false; /* nobody would come */
  t->grants[side]--;
  return true;
}

static void hold(unsigned task, struct omenf_task *t, int side, const struct omenf_seen *me,
                 uint64_t *wakes) {
  struct omenf_held *h = &t->held;
  h->active = holding = true;
  h->met = false;
  h->side = side;
  h->address = me->address;
  h->size = me->size;
  h->kind = me->kind;
  h->thread = me->thread;
  atomic_store(&h->word, 0);
  omenf_unlock();
  uint64_t from = omenf_now_us();
  bool woken = wait_for(&h->word, t->tau_us);
  omenf_lock();
  t->waited_us += omenf_now_us() - from;
  t->timeouts += !woken && !h->met;
  if (h->met && side == t->order) *wakes |= (uint64_t)1 << task; /* the other one when this is done */
  if (h->met && side != t->order) h->second_waits = false;
  if (h->met) t->grants[side]++; /* it was not in vain */
  h->active = holding = false;
}

/* The first of two is done; if the second still waited, this order was had. */
static void first_done(struct omenf_task *t) {
  struct omenf_held *h = &t->held;
  if (h->second_waits) {
    t->orders[t->order] = true;
    if (t->both && !t->orders[!t->order]) t->order = !t->order;
  }
  if (h->active) wake(&h->word);
  wake(&h->other);
}

static void against_token(unsigned task, struct omenf_task *t, int side, const struct omenf_seen *me) {
  if (!(atomic_load(&omenf_live) >> task & 1)) return;
  if (side != t->token_side && pairs(&t->token, me)) {
    if (omenf_is_after(task, me->thread)) {
      t->ordered = true;
      t->noraces++;
    } else if (atomic_load(&omenf_objects_full))
      t->order_lost = true;
    else
      t->unordered = true;
    omenf_token_end(task);
  }
}

/* One side of one task. */
static void one(unsigned task, int side, const struct omenf_seen *me, uint64_t *wakes) {
  struct omenf_task *t = &omenf_tasks[task];
  t->hits++;
  t->context |= pairs(&t->seen[!side], me);
  t->seen[side] = *me;
  struct omenf_seen held = held_access(&t->held);
  if (t->held.active && !t->held.met && t->held.side != side && pairs(&held, me)) {
    meet(task, t, side, wakes);
    return;
  }
  against_token(task, t, side, me);
  if (!*wakes && may_hold(t, side)) hold(task, t, side, me, wakes);
}

/* An instruction that is both accesses of a task is whichever the held thread, or the first access, is not.
 */
static int side_now(unsigned task, const struct omenf_task *t) {
  if (t->held.active) return !t->held.side;
  return atomic_load(&omenf_live) >> task & 1 ? !t->token_side : 0;
}

void omenf_before(struct omenf_site *s, uintptr_t address, uint64_t *wakes) {
  struct omenf_seen me = {.address = address, .size = s->s->size, .kind = s->s->kind, .thread = omenf_self()};
  if (me.thread >= OMENF_THREADS) return;
  omenf_lock();
  for (int side = 0; side < 2; side++)
    for (uint64_t left = s->tasks[side]; left; left &= left - 1) {
      unsigned task = (unsigned)__builtin_ctzll(left);
      bool both = s->tasks[0] & s->tasks[1] & ((uint64_t)1 << task);
      struct omenf_task *t = &omenf_tasks[task];
      if (both && side != side_now(task, t)) continue;
      one(task, side, &me, wakes);
    }
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
