/* Inside predict/: a window while it is read. */
#ifndef OMEN_PREDICT_WINDOW_BUILD_H
#define OMEN_PREDICT_WINDOW_BUILD_H
#include "predict/window.h"

struct omen_window_held { /* at the end of a window */
  uint32_t thread, lock, depth;
};
struct omen_window_atomic {
  struct omen_must_clock reads, writes; /* since the last write; the writes */
};
struct omen_windows {
  struct omen_source *src;
  struct omen_window w;
  uint32_t size, have, cevents; /* events in the buffer, of which w.n are the window's */
  bool grouped, ended, by_branches;
  struct omen_locksets sets;
  /* by number in the trace: + 1 of the window */
  uint32_t *thread_of, threads_cap, *var_of, vars_cap;
  uint64_t *before; /* by thread of the trace: steps */
  struct omen_window_held *held;
  uint32_t nheld, cheld;
  /* of the window */
  uint32_t cthreads, cvars, csections, natomics, catomics;
  struct omen_moment *start; /* by thread: its fork */
  uint32_t *holds;           /* by thread: its set of locks */
  struct omen_must_clock *clock;
  struct omen_window_atomic *atomic;
};
/* Takes the first events of the buffer in, `limit` of them or fewer if memory runs short. Gives how many. */
uint32_t omen_window_build(struct omen_windows *ws, uint32_t limit);
/* The number in the window of a thread of the trace. */
uint32_t omen_window_thread_of(struct omen_windows *ws, uint32_t number);
/* Locks. */
void omen_window_take(struct omen_windows *ws, uint32_t t, uint32_t step, struct omen_event *e, uint32_t pos);
void omen_window_give(struct omen_windows *ws, uint32_t t, uint32_t step, struct omen_event *e);
void omen_window_index(struct omen_windows *ws);
static inline bool omen_window_one_access(const struct omen_event *a, const struct omen_event *b) {
  return a->aux == b->aux && a->thread == b->thread && omen_kind_space(a->kind) == OMEN_SPACE_VAR &&
         omen_kind_space(b->kind) == OMEN_SPACE_VAR;
}
#endif
