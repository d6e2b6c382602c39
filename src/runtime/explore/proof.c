/* What a wait proves: see proof.h. */
#include "runtime/explore/proof.h"
#include "runtime/outcome_write.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/sync/object.h"
#include "runtime/sync/sync.h"
#include "runtime/sync/shared_memory.h"
#include "runtime/syscall/signals.h"
#include "runtime/world/world.h"

/* ---- locked ---- */

/* A writer waits for all readers, and the held thread is one. Readers that wait although nobody writes are
 * let in when the writers before them give up: no proof. */
static bool held_reads(const struct omrt_fiber *f, int held) {
  const struct omrt_object *o = f->why == OMRT_WAIT_RWLOCK ? omrt_object_at(f->why, f->why_obj) : NULL;
  if (!o || o->handed || f->queue != &o->wqueue) return false;
  for (const struct omrt_hold *h = o->readers; h; h = h->next)
    if (h->by == held) return true;
  return false;
}

/* The thread that alone can end the wait; -1: there is no such. */
static int giver(const struct omrt_fiber *f) {
  const struct omrt_object *o;
  const struct omrt_fiber *g;
  switch (f->why) {
  case OMRT_WAIT_MUTEX:
  case OMRT_WAIT_RWLOCK:
  case OMRT_WAIT_SPIN:
  case OMRT_WAIT_ONCE: o = omrt_object_at(f->why, f->why_obj); return o && !o->handed ? o->hold.by : -1;
  case OMRT_WAIT_JOIN: g = omrt_fiber_by_pthread((void *)f->why_obj); return g && !g->done ? g->id : -1;
  default: return -1;
  }
}

bool omrt_proof_locked(int awaited, int held) {
  int at = awaited;
  for (int steps = omrt_fibers_made(); at >= 0 && steps > 0; steps--) {
    if (at == held) return true;
    const struct omrt_fiber *f = omrt_fiber_by_id(at);
    bool waits = f && !f->done && !f->runnable && f->why != OMRT_WAIT_NOTHING && f->deadline == OMRT_NEVER;
    if (!waits) return false;
    if (held_reads(f, held)) return true;
    at = giver(f);
  }
  return false; /* a circle without the held thread: nothing of this pair's order */
}

/* ---- open ---- */

/* Another process has the object, too. */
static bool others_could_serve(const struct omrt_fiber *f) {
  switch (f->why) {
  case OMRT_WAIT_COND:
  case OMRT_WAIT_SEM:
  case OMRT_WAIT_BARRIER:
  case OMRT_WAIT_FUTEX:
  case OMRT_WAIT_MUTEX:
  case OMRT_WAIT_RWLOCK:
  case OMRT_WAIT_SPIN: return omrt_shared_at((uint64_t)f->why_obj);
  default: return false;
  }
}

static bool waits_outside(const struct omrt_fiber *f) {
  return f->poll || f->why == OMRT_WAIT_SIGWAIT || f->why == OMRT_WAIT_CHILD || f->why == OMRT_WAIT_IPC;
}

static bool has_ended(int thread) {
  const struct omrt_fiber *f = thread < 0 || thread >= omrt_fibers_made() ? NULL : omrt_fiber_by_id(thread);
  return thread >= 0 && thread < omrt_fibers_made() && (!f || f->done);
}

const char *omrt_proof_against(int awaited, int held, bool looks) {
  if (has_ended(awaited)) return "it ended without that access, and waits for nobody";
  if (looks && omrt_shared_any()) return "another process could write what it looks at";
  if (omrt_signal_sendable()) return "a signal's handler could end the wait";
  if (omrt_outside_invented()) return "more input from outside could end the wait";
  if (omrt_world_waits_shared()) return "another process could end the wait";
  for (const struct omrt_fiber *f = omrt_alive; f; f = f->alive_next) {
    if (f->done || f->id == held || f->why == OMRT_WAIT_NOTHING || f->runnable) continue;
    if (waits_outside(f)) return "the outside could end the wait";
    if (others_could_serve(f)) return "another process could end the wait";
  }
  return NULL;
}

/* ---- what is told ---- */

static bool by_lock, by_round, by_condition;
static const char *refused;

static bool somebody_waits(enum omrt_why why) {
  for (const struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (!f->done && f->why == why) return true;
  return false;
}

void omrt_proof_told(bool locked, bool spun) {
  refused = NULL;
  by_lock = locked;
  by_round = spun;
  by_condition = !locked && somebody_waits(OMRT_WAIT_COND);
}

void omrt_proof_refused(const char *why) { refused = why; }

void omrt_proof_report(void) {
  if (refused) omrt_note("no proof: %s", refused);
  if (by_lock)
    omrt_note("proof assumes: %s",
              "a lock is given back by the thread that took it, and by no signal handler");
  if (by_round)
    omrt_note("proof assumes: %s", "memory that did not race is not looked at by others while it is changed");
  if (by_condition) omrt_note("proof assumes: %s", "no thread wakes from a condition by itself");
}
