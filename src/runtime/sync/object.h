/* sync/object.h: what the runtime knows about a synchronisation object beyond the program's own memory: who
 * waits, who holds it and since where, its clocks, where it came from. Found by address; made when first
 * seen.
 *
 * An object lives until its memory is forgotten or it is initialised anew; one that was destroyed stays as a
 * grave, which only omrt_object_grave finds. A pointer to one is good until the next
 * scheduling point or wait: after omrt_object_wait look it up again. */
#ifndef OMRT_SYNC_OBJECT_H
#define OMRT_SYNC_OBJECT_H
#include "runtime/sched/sched.h"
#include "runtime/shadow/hb.h"

enum { OMRT_HOLD_PCS = 6 };

/* Who holds it. Fibers by number: numbers are never reused, and a thread may end while it holds something. */
struct omrt_hold {
  struct omrt_hold *next;
  int by; /* -1: nobody */
  int npcs;
  uint64_t pcs[OMRT_HOLD_PCS];
};

struct omrt_object {
  struct omrt_object *next; /* in its bucket */
  const void *addr;
  uint64_t serial; /* never 0; no two objects have the same: see omrt_object_marked */
  enum omrt_why kind;
  bool initialised;                /* born by an init function, not first seen in use */
  bool handed;                     /* unlocked by another thread than locked it */
  bool marked;                     /* its serial is in the program's memory */
  bool dead;                       /* forgotten while fibers wait in it: the last one to leave frees it */
  int users;                       /* fibers inside (omrt_object_enter) */
  int count;                       /* depth of a FILE lock */
  int writers;                     /* rwlock: writers that wait */
  struct omrt_waitq queue, wqueue; /* wqueue: rwlock writers */
  struct omrt_clk clk, rclk;       /* rclk: what readers of a rwlock published */
  struct omrt_past *past;          /* lock_order.h: who published to it */
  struct omrt_hold hold;           /* the exclusive holder */
  struct omrt_hold *readers;       /* rwlock: each read lock held */
  void *more;                      /* condition: list of waiters; barrier: the generation that gathers */
  struct omrt_hold *gone;          /* a grave: who destroyed it, and where */
  uint64_t born[OMRT_HOLD_PCS];
  int nborn;
};

/* The object at addr; made if there is none. One of another kind at the same address gives way. `frame` is
 * that of the served function: see omrt_backtrace. */
struct omrt_object *omrt_object_get(enum omrt_why kind, const void *addr, const void *frame);
struct omrt_object *omrt_object_at(enum omrt_why kind, const void *addr); /* NULL: none */
/* A new one in place of whatever was there (init functions). */
struct omrt_object *omrt_object_init(enum omrt_why kind, const void *addr, const void *frame);
void omrt_object_drop(struct omrt_object *o);
/* By omrt_cur. With fibers inside it is dropped. */
void omrt_object_destroy(struct omrt_object *o, const void *frame);
struct omrt_object *omrt_object_grave(enum omrt_why kind, const void *addr); /* NULL: none */
/* For kinds that the program may initialise without a call (a static initialiser, a constexpr constructor,
 * memset): *mark, a word of its memory that libc does not use, is set to the serial. A mark that is not the
 * object's own says that the memory was initialised anew: the result is then a new object. */
struct omrt_object *omrt_object_marked(struct omrt_object *o, uint64_t *mark, const void *frame);
/* The objects in this memory go; `check`, unless NULL, is told of each before. It must not change the table.
 */
void omrt_object_forget(const void *addr, uint64_t len,
                        void (*check)(struct omrt_object *o, const void *frame), const void *frame);
void omrt_object_each(void (*visit)(struct omrt_object *o, void *arg), void *arg);

void omrt_object_held(struct omrt_object *o, const void *frame); /* by omrt_cur, exclusively */
static inline void omrt_object_released(struct omrt_object *o) { o->hold.by = -1; }
/* The order that a mutual exclusion makes; tell it before the holder changes. One that is unlocked by another
 * thread than locked it is no lock in the sense of a trace (acquire and release in pairs): its clock works
 * all the same. */
void omrt_object_order_lock(struct omrt_object *o);
void omrt_object_order_unlock(struct omrt_object *o);

/* Waits in q, a queue of o. A signal handler may end the wait (OMRT_INTERRUPTED); call
 * omrt_object_interrupted then. Anybody who was woken in vain wakes the next in q, so none is lost. o may be
 * gone afterwards. */
enum omrt_waited omrt_object_wait(struct omrt_object *o, struct omrt_waitq *q, int64_t deadline);
/* Around a wait after which o is still needed: it stays until left, even if its memory is forgotten. */
static inline void omrt_object_enter(struct omrt_object *o) { o->users++; }
void omrt_object_leave(struct omrt_object *o);
/* Threads that take several locks by trying and giving back (std::lock) can step on each other's feet for
 * ever when they run in step, as round-robin has it. So a try says how it went, and who failed a lot lately
 * lets others go first for a while of its own before it tries again. Call the second between the point and
 * the look at the object. */
static inline void omrt_object_tried(bool taken) {
  if (!taken)
    omrt_cur->fruitless += 2;
  else if (omrt_cur->fruitless)
    omrt_cur->fruitless--;
}
void omrt_object_back_off_now(void);
static inline void omrt_object_back_off(void) {
  if (__builtin_expect(omrt_cur->fruitless >= 16, 0)) omrt_object_back_off_now();
}
/* Runs the signal handlers that are due; in a cancellation point, then acts on a cancellation (may not
 * return). */
void omrt_object_interrupted(bool cancellation_point);
#endif
