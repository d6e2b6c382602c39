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

static uint64_t may_live; /* tasks whose token may */

static bool overlap(uintptr_t a, unsigned an, uintptr_t b, unsigned bn) { return a < b + bn && b < a + an; }

static bool conflict(unsigned a, unsigned b) {
  return ((a | b) & OMEN_SITE_WRITES) && !(a & b & OMEN_SITE_ATOMIC);
}

/* Is it the other access, of the same memory, by another thread? */
bool omenf_pairs(const struct omenf_seen *a, const struct omenf_seen *b) {
  return a->size && b->size && a->thread != b->thread && overlap(a->address, a->size, b->address, b->size) &&
         conflict(a->kind, b->kind);
}

/* The first instances are done with when the pair was seen, its order was looked at once, and threads waited
 * at either access. */
bool omenf_over(const struct omenf_task *t) {
  if (t->off || omenf_finished(t) || !t->candidate->count[0] || !t->candidate->count[1]) return true;
  if (!t->context || t->all) return false;
  bool looked = t->raced || t->ordered || t->unordered || t->order_lost;
  return t->phase == OMENF_CONTEXT || (looked && !t->grants[0] && !t->grants[1]);
}

bool omenf_order_wanted(const struct omenf_task *t) {
  if (t->phase != OMENF_VALIDATE || t->raced || t->order_lost) return false;
  return t->all || !(t->ordered || t->unordered);
}

void omenf_renew(struct omenf_task *t) {
  t->grants[0] = t->grants[1] = 1;
  t->timeouts = 0;
}

/* --- order --- */

static void against_token(unsigned task, int side, const struct omenf_seen *me, uint64_t now) {
  struct omenf_task *t = &omenf_tasks[task];
  if (!(atomic_load(&omenf_live) & omenf_bit(task)) || side == t->token_side || !omenf_pairs(&t->token, me))
    return;
  bool after = omenf_is_after(task, me->thread);
  if (!after && !omenf_was_observed(t->token_moment)) {
    omenf_tokens_end(omenf_bit(task));
    return;
  }
  omenf_event(task, me->thread, after ? OMENF_ORDERED : OMENF_UNORDERED, now);
  if (after) {
    t->ordered = true;
    t->noraces++;
  } else if (atomic_load(&omenf_objects_full))
    t->order_lost = true;
  else
    t->unordered = true;
  omenf_tokens_end(omenf_bit(task));
}

/* The pair is known to be one: whoever waited before that, may wait again. */
static void see_context(struct omenf_task *t, const struct omenf_seen *other, const struct omenf_seen *me) {
  t->same_memory |= other->size && overlap(other->address, other->size, me->address, me->size);
  if (t->context || !omenf_pairs(other, me)) return;
  t->context = true;
  t->grants[0] = t->grants[1] = 1;
}

static void note(unsigned task, int side, const struct omenf_seen *me, uint32_t cost_ns, uint64_t now) {
  struct omenf_task *t = &omenf_tasks[task];
  t->hits++;
  t->spent_ns += cost_ns; /* all of it, also where several tasks have the site */
  omenf_event(task, me->thread, side ? OMENF_SECOND : OMENF_FIRST, now);
  see_context(t, &t->seen[!side], me);
  t->seen[side] = *me;
  against_token(task, side, me, now);
}

/* An instruction that is both accesses of a task is whichever the first access was not, or another thread's
 * was not. */
static int side_of_both(unsigned task, uint32_t thread) {
  const struct omenf_task *t = &omenf_tasks[task];
  if (atomic_load(&omenf_live) & omenf_bit(task)) return !t->token_side;
  return t->seen[0].size && t->seen[0].thread != thread;
}

void omenf_before(struct omenf_site *s, uintptr_t address, uint32_t cost_ns, uint64_t *wake) {
  struct omenf_seen me = {.address = address, .size = s->s->size, .kind = s->s->kind, .thread = omenf_self()};
  if (me.thread >= OMENF_THREADS) return;
  omenf_observe();
  omenf_lock();
  uint64_t both = s->tasks[0] & s->tasks[1], now = omenf_now_us();
  for (uint64_t left = s->tasks[0] | s->tasks[1]; left; left &= left - 1) {
    unsigned task = (unsigned)__builtin_ctzll(left);
    int side = both & omenf_bit(task) ? side_of_both(task, me.thread) : !(s->tasks[0] & omenf_bit(task));
    note(task, side, &me, cost_ns, now);
  }
  if (!omenf_meet(s, &me, wake)) omenf_hold(s, &me, wake);
  omenf_unlock();
}

/* Does a token begin here? One that lives is left alone for a while. */
static bool begins_token(unsigned task, int side, const struct omenf_seen *me, uint64_t now) {
  struct omenf_task *t = &omenf_tasks[task];
  bool lives = atomic_load(&omenf_live) & omenf_bit(task);
  if (!(may_live & omenf_bit(task)) || !omenf_order_wanted(t)) return false;
  if (lives && now - t->token_since < TOKEN_LIVES_US) {
    if (!omenf_all_after(task)) return false;
    t->ordered |= t->context;
    t->noraces += t->context;
  }
  t->token = *me;
  t->token_side = side;
  t->token_since = now;
  t->token_moment = omenf_moment();
  return true;
}

void omenf_after(struct omenf_site *s, uintptr_t address, uint64_t wake) {
  struct omenf_seen me = {.address = address, .size = s->s->size, .kind = s->s->kind, .thread = omenf_self()};
  if (me.thread >= OMENF_THREADS) return;
  omenf_lock();
  if (wake) omenf_first_done(wake);
  uint64_t now = omenf_now_us(), begun = 0;
  for (int side = 0; side < 2; side++)
    for (uint64_t left = s->tasks[side] & (side ? ~s->tasks[0] : ~(uint64_t)0); left; left &= left - 1)
      if (begins_token((unsigned)__builtin_ctzll(left), side, &me, now)) begun |= left & -left;
  if (begun) omenf_tokens_start(begun, me.thread);
  omenf_unlock();
}

void omenf_tokens_only(uint64_t tasks) {
  omenf_lock();
  may_live = tasks;
  omenf_tokens_end(~tasks);
  omenf_unlock();
}
