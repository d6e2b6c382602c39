/* What no reordering may turn round: the order of each thread, a write before the reads that read from it,
 * forks, joins, clock objects, atomic accesses to one location, fresh memory before its accesses. Locks order
 * nothing here.
 *
 * A row has for each thread of a window the last of its steps that must come before; 0: none. A thread's row
 * changes only when it comes to depend on something new, so each thread has a list of changes. Rows are
 * closed: who depends on a step depends on all that it depends on. */
#ifndef OMEN_PREDICT_MUST_ORDER_H
#define OMEN_PREDICT_MUST_ORDER_H
#include "base/base.h"

struct omen_moment { /* a step of a thread, and what its thread depended on then; step 0: none */
  uint32_t thread, step, row;
};
struct omen_must_clock { /* of a clock object */
  struct omen_moment one;
  uint32_t row; /* not 0: this row in its place */
};
struct omen_must_change {
  uint32_t step, row; /* from this step on */
};
struct omen_must_thread {
  struct omen_must_change *change;
  uint32_t n, cap;
};
struct omen_must_order {
  uint32_t threads, stride;
  uint32_t *rows;
  uint32_t rows_n, rows_cap;
  struct omen_must_thread *thread;
};
void omen_must_init(struct omen_must_order *m, uint32_t threads);
void omen_must_release(struct omen_must_order *m);
static inline uint64_t omen_must_bytes(const struct omen_must_order *m) {
  return (uint64_t)m->rows_n * m->stride * sizeof *m->rows;
}
static inline uint32_t *omen_must_row(const struct omen_must_order *m, uint32_t row) {
  return m->rows + (size_t)row * m->stride;
}
/* The row of a thread as it is now, and as it was at a step. */
static inline uint32_t omen_must_now(const struct omen_must_order *m, uint32_t t) {
  const struct omen_must_thread *own = &m->thread[t];
  return own->n ? own->change[own->n - 1].row : 0;
}
uint32_t omen_must_at(const struct omen_must_order *m, uint32_t t, uint32_t step);
/* A step of thread t comes to depend on a moment, or on all that a clock has. */
void omen_must_learn(struct omen_must_order *m, uint32_t t, uint32_t step, struct omen_moment from);
void omen_must_observe(struct omen_must_order *m, uint32_t t, uint32_t step, const struct omen_must_clock *c);
/* A clock gets a moment beside what it has, or all that another clock has. */
void omen_must_publish(struct omen_must_order *m, struct omen_must_clock *c, struct omen_moment from);
void omen_must_merge(struct omen_must_order *m, struct omen_must_clock *c, const struct omen_must_clock *d);
#endif
