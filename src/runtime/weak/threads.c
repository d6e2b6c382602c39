/* What orders threads, for the memory models: see weak.h. Under tso an operation that orders threads is one
 * that empties the buffer: all of them are locked instructions or calls of the kernel. */
#include "runtime/fiber/fiber.h"
#include "runtime/rt.h"
#include "runtime/weak/buffer.h"
#include "runtime/weak/graph.h"
#include "runtime/weak/weak_model.h"
#include "runtime/weak/settle.h"
#include "runtime/weak/weak.h"

struct omrt_weak_thread *omrt_weak_thread(struct omrt_fiber *f) {
  if (f->weak) return f->weak;
  f->weak = omrt_alloc(sizeof *f->weak);
  *f->weak = (struct omrt_weak_thread){.number = (uint32_t)f->id};
  return f->weak;
}

struct omrt_weak_thread *omrt_weak_self(void) { return omrt_weak_thread(omrt_cur); }

bool omrt_weak_alone(void) { return omrt_alive == omrt_cur && !omrt_cur->alive_next; }

void omrt_weak_tick(struct omrt_weak_thread *t) { omrt_weak_set(&t->now, t->number, ++t->index); }

void omrt_weak_acquire(const struct omrt_weak_clock *c) {
  struct omrt_weak_thread *t = omrt_weak_self();
  omrt_weak_settle();
  if (omrt_tso()) return omrt_tso_empty_of(t);
  omrt_weak_join(&t->now, c);
  omrt_weak_synced(t);
}

void omrt_weak_release(struct omrt_weak_clock *c, bool instead) {
  struct omrt_weak_thread *t = omrt_weak_self();
  omrt_weak_settle();
  if (omrt_tso()) return omrt_tso_empty_of(t);
  omrt_weak_synced(t);
  if (instead)
    omrt_weak_copy(c, &t->now);
  else
    omrt_weak_join(c, &t->now);
}

void omrt_weak_fork(struct omrt_fiber *parent, struct omrt_fiber *child) {
  struct omrt_weak_thread *p = omrt_weak_thread(parent), *c = omrt_weak_thread(child);
  omrt_weak_settle();
  if (omrt_tso()) return omrt_tso_empty_of(p);
  omrt_weak_synced(p);
  omrt_weak_copy(&c->now, &p->now);
  c->fresh = p->fresh;
}

void omrt_weak_joined(struct omrt_fiber *self, struct omrt_fiber *dead) {
  struct omrt_weak_thread *t = omrt_weak_thread(self);
  omrt_weak_settle();
  if (omrt_tso()) return omrt_tso_empty_of(t);
  if (dead->weak) omrt_weak_join(&t->now, &dead->weak->now);
  omrt_weak_synced(t);
}

void omrt_weak_meet(struct omrt_fiber *other) {
  struct omrt_weak_thread *t = omrt_weak_self(), *o = omrt_weak_thread(other);
  omrt_weak_settle();
  if (o == t) return;
  if (omrt_tso()) {
    omrt_tso_empty_of(o);
    return omrt_tso_empty_of(t);
  }
  omrt_weak_join(&t->now, &o->now);
  omrt_weak_join(&o->now, &t->now);
  omrt_weak_synced(t);
}

void omrt_weak_end(struct omrt_fiber *f) {
  omrt_weak_settle();
  if (f->weak && omrt_tso()) omrt_tso_empty_of(f->weak);
}

void omrt_weak_gone(struct omrt_fiber *f) {
  struct omrt_weak_thread *t = f->weak;
  if (!t) return;
  omrt_weak_clear(&t->now);
  omrt_weak_clear(&t->acquired);
  omrt_weak_clear(&t->released);
  if (t->entry) omrt_free(t->entry, OMRT_WEAK_BUFFER * sizeof *t->entry);
  omrt_free(t, sizeof *t);
  f->weak = NULL;
}

bool omrt_weak_holds(const struct omrt_fiber *f) { return f->weak && f->weak->entries; }
