/* flockfile and friends: libc does the locking (its own streams need it), this adds the order between
 * threads. libc's locks inside printf and the like give none: a program must not rely on them. */
#include "runtime/sync/object.h"
#include "runtime/sync/real.h"

/* Named as futexes: that is what waiting for one looks like. */
static void taken(FILE *f, const void *frame) {
  struct omrt_object *o = omrt_object_get(OMRT_WAIT_FUTEX, f, frame);
  if (o->count++) return;
  omrt_object_held(o, frame);
  omrt_object_order_lock(o);
}

OMRT_SERVED void flockfile(FILE *f) {
  OMRT_UNLESS_ON(flockfile, f);
  omrt_point(OMEN_EV_MUTEX_LOCK, f, 0);
  omrt_real()->flockfile(f);
  taken(f, OMRT_HERE);
}

OMRT_SERVED int ftrylockfile(FILE *f) {
  OMRT_UNLESS_ON(ftrylockfile, f);
  omrt_point(OMEN_EV_MUTEX_TRYLOCK, f, 0);
  int r = omrt_real()->ftrylockfile(f);
  if (r == 0)
    taken(f, OMRT_HERE);
  else
    omrt_spin(f, 0);
  return r;
}

OMRT_SERVED void funlockfile(FILE *f) {
  OMRT_UNLESS_ON(funlockfile, f);
  omrt_point(OMEN_EV_MUTEX_UNLOCK, f, 0);
  struct omrt_object *o = omrt_object_at(OMRT_WAIT_FUTEX, f);
  if (o && o->count && --o->count == 0) {
    omrt_object_order_unlock(o);
    omrt_object_released(o);
  }
  omrt_real()->funlockfile(f);
}
