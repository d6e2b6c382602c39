/* flockfile and friends: libc does the locking (its own streams need it), this adds the order between
 * threads. libc's locks inside printf and the like give none: a program must not rely on them. */
#include "runtime/sync/object.h"
#include "runtime/sync/real.h"

/* Named as futexes: that is what waiting for one looks like. */
static void taken(FILE *f, const void *frame) {
  struct omen_object *o = omen_object_get(OMEN_WAIT_FUTEX, f, frame);
  if (o->count++) return;
  omen_object_held(o, frame);
  omen_object_order_lock(o);
}

OMEN_SERVED void flockfile(FILE *f) {
  OMEN_UNLESS_ON(flockfile, f);
  omen_point(OMEN_EV_MUTEX_LOCK, f, 0);
  omen_real()->flockfile(f);
  taken(f, OMEN_HERE);
}

OMEN_SERVED int ftrylockfile(FILE *f) {
  OMEN_UNLESS_ON(ftrylockfile, f);
  omen_point(OMEN_EV_MUTEX_TRYLOCK, f, 0);
  int r = omen_real()->ftrylockfile(f);
  if (r == 0)
    taken(f, OMEN_HERE);
  else
    omen_spin(f, 0);
  return r;
}

OMEN_SERVED void funlockfile(FILE *f) {
  OMEN_UNLESS_ON(funlockfile, f);
  omen_point(OMEN_EV_MUTEX_UNLOCK, f, 0);
  struct omen_object *o = omen_object_at(OMEN_WAIT_FUTEX, f);
  if (o && o->count && --o->count == 0) {
    omen_object_order_unlock(o);
    omen_object_released(o);
  }
  omen_real()->funlockfile(f);
}
