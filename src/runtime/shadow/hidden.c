/* Order that code which is not seen may make. By the thesis (RDIT, 4.3 and algorithms 5 and 6), with its
 * caveats:
 *
 * - The begin and the end of two calls that reach one object are ordered as they came, each of them, since
 *   what is not seen may lie anywhere between (caveats 1 and 4: order is transitive by itself).
 * - What a thread is seen to do inside of such a call (a callback) is ordered likewise (caveat 2). No access
 *   is looked at for that: at a step of another call, everything that the one which goes on has done so far
 *   comes before it, and everything that it does from there on comes after it. So the two threads meet. They
 *   meet as well where the processor goes from one such call to another.
 * - Atomics of seen code in a reached object are ordered with those calls (caveat 3), and not with each
 * other: hence two clocks. What was released to them before the object was reached for the first time, they
 * know themselves. Plain accesses are not: what waits for a plain variable is a race itself.
 * - Variables that excluded code names are among the reached objects (caveat 5; build/instrument_hidden.c).
 *
 * A call that reaches more than could be followed may use anything: its thread meets all the others. */
#include "runtime/shadow/hidden.h"
#include "runtime/fiber/fiber.h"
#include "runtime/shadow/notes.h"
#include "runtime/sieve.h"
#include "runtime/upward.h"

struct omrt_hidden *omrt_hidden_open;
bool omrt_hidden_some;
static struct omrt_sieve pages; /* where objects begin that were reached */

static bool reaches(const struct omrt_hidden *call, uint64_t base) {
  for (uint32_t i = 0; i < call->n; i++)
    if (call->object[i].base == base) return true;
  return call->all;
}

static bool overlap(const struct omrt_hidden *a, const struct omrt_hidden *b) {
  if (b->all) return true;
  for (uint32_t i = 0; i < b->n; i++)
    if (reaches(a, b->object[i].base)) return true;
  return false;
}

void omrt_hidden_step(const struct omrt_hidden *call) {
  omrt_hidden_some = true;
  for (uint32_t i = 0; i < call->n; i++) {
    const struct omrt_hidden_object *o = &call->object[i];
    struct omrt_note *note = omrt_note_at(o->base, OMRT_NOTE_HIDDEN);
    omrt_sieve_add(&pages, o->base >> 12);
    omrt_atoms_acquire(o->base, o->end);
    omrt_hb_acquire(&note->clock);
    omrt_hb_acquire(&note->other);
  }
  if (call->all) omrt_hb_meet_all();
  for (const struct omrt_hidden *o = omrt_hidden_open; !call->all && o; o = o->next)
    if (o->fiber != call->fiber && overlap(call, o)) omrt_hb_meet(o->fiber);
  for (uint32_t i = 0; i < call->n; i++)
    omrt_hb_release(&omrt_note_at(call->object[i].base, OMRT_NOTE_HIDDEN)->clock);
}

void omrt_hidden_switched(const struct omrt_fiber *to) {
  for (const struct omrt_hidden *own = omrt_hidden_open; own; own = own->next)
    for (const struct omrt_hidden *o = omrt_hidden_open; own->fiber == to && o; o = o->next)
      if (o->fiber != to && (own->all || overlap(own, o))) omrt_hb_meet(o->fiber);
}

/* The note of the object that the atomic lies in, if hidden code ever reached it. */
static struct omrt_note *note_of(uint64_t addr, uint64_t *base) {
  uint64_t size;
  if (!omrt_up.object(addr, base, &size)) *base = addr & ~4095ull;
  return omrt_sieve_has(&pages, *base >> 12) ? omrt_note_find(*base, OMRT_NOTE_HIDDEN) : NULL;
}

void omrt_hidden_before(uint64_t addr) {
  uint64_t base;
  struct omrt_note *note = note_of(addr, &base);
  if (note) omrt_hb_acquire(&note->clock);
  for (const struct omrt_hidden *o = omrt_hidden_open; o; o = o->next)
    if (o->fiber != omrt_cur && reaches(o, base)) omrt_hb_meet(o->fiber);
}

void omrt_hidden_after(uint64_t addr) {
  uint64_t base;
  struct omrt_note *note = note_of(addr, &base);
  if (note) omrt_hb_release(&note->other);
}
