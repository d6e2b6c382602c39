/* The order of a trace as vector clocks, shared by all engines that order events.
 *
 * C_t is a row of a matrix. A clock that was handed out (a lock's, a clock object's, a last write's) is a
 * *stamp*: the thread that made it, that thread's own time then, and a *snapshot* of the rest of its row. The
 * snapshot is taken at most once between two changes of the row, and shared; so handing out costs O(1) while
 * a thread learns nothing new. Taking a stamp in costs O(1) when it brings no news:
 *
 *   (1) A thread's own time moves on right after every hand-out. So each own time is handed out at most once,
 * by the last event that has it, and whoever knows time c of thread u knows all that u knew when it handed
 * out c.
 *
 * Algorithm 3 (fhb) breaks (1) on purpose, by learning single components; it sets `partial`, which switches
 * the short cut off. Snapshots that nobody refers to any more are found by marking, when their number has
 * doubled. */
#ifndef OMEN_DETECT_HB_ORDER_H
#define OMEN_DETECT_HB_ORDER_H
#include "trace/event.h"
#include <stddef.h>

#define OMEN_NOBODY 0xffffffffu

struct omen_stamp {
  uint32_t tid;  /* who; OMEN_NOBODY: a clock of its own, wholly in the snapshot */
  uint32_t clk;  /* the thread's own time; never 0 in a stamp that is set */
  uint32_t snap; /* 0: nothing */
};

struct omen_hb_order {
  uint32_t threads, stride; /* stride: words a row, a multiple of 8 */
  uint32_t *c;              /* the matrix */
  uint32_t *snap;           /* by thread: snapshot of its row as it is now, 0 when there is none */
  struct omen_stamp *obj;   /* by lock or clock object */
  uint32_t objs;
  uint64_t learns; /* how often a thread learnt something: joins count always */
  /* snapshots: rows of `stride` words; number 0 is not used */
  uint32_t *rows;
  uint32_t rows_n, rows_cap;
  uint8_t *mark; /* 0: free */
  uint32_t *free_rows;
  uint32_t free_n, gc_at;
  void (*more_roots)(struct omen_hb_order *o,
                     void *arg); /* marks stamps kept elsewhere, with omen_hb_order_mark */
  void *more_arg;
};
void omen_hb_order_init(struct omen_hb_order *o);
void omen_hb_order_release(struct omen_hb_order *o);
/* Room for so many threads and objects. */
void omen_hb_order_grow(struct omen_hb_order *o, uint32_t threads, uint32_t objs);
/* Back to the beginning of the trace. */
void omen_hb_order_reset(struct omen_hb_order *o);
void omen_hb_order_mark(struct omen_hb_order *o, const struct omen_stamp *s);

/* An event that is not an access, with its effect on the clocks. */
void omen_hb_order_sync(struct omen_hb_order *o, const struct omen_event *e);
/* Out of line: the stamp of thread t now when its row changed since the last one; the join of what a stamp
 * brings. */
uint32_t omen_hb_order_take_snapshot(struct omen_hb_order *o, uint32_t t);
void omen_hb_order_learn(struct omen_hb_order *o, uint32_t t, const struct omen_stamp *s);

static inline uint32_t *omen_hb_order_row(const struct omen_hb_order *o, uint32_t t) {
  return o->c + (size_t)t * o->stride;
}
static inline void omen_clock_join(uint32_t *dst, const uint32_t *src, uint32_t stride) {
  for (uint32_t i = 0; i < stride; i++) dst[i] = dst[i] > src[i] ? dst[i] : src[i];
}
/* Thread t's clock, and its own time moves on. */
static inline void omen_hb_order_hand_out(struct omen_hb_order *o, uint32_t t, struct omen_stamp *s) {
  uint32_t *own = &omen_hb_order_row(o, t)[t];
  uint32_t snap = o->snap[t] ? o->snap[t] : omen_hb_order_take_snapshot(o, t);
  *s = (struct omen_stamp){t, *own, snap};
  ++*own;
}
/* C_t := C_t | s */
static inline void omen_hb_order_take_in(struct omen_hb_order *o, uint32_t t, const struct omen_stamp *s) {
  if (!s->snap) return;
  if (s->tid != OMEN_NOBODY && omen_hb_order_row(o, t)[s->tid] >= s->clk) return;
  omen_hb_order_learn(o, t, s);
}
#endif
