/* A window of a trace, as the predictors look at it: the events, numbered from 0; the steps of each thread,
 * from 1; what must stay in order; the critical sections.
 *
 * Threads and variables have numbers of the window's own. A location that is made fresh inside the window is
 * another variable from there on. What a thread took before the window and still holds is a section that
 * begins at step 0. */
#ifndef OMEN_PREDICT_WINDOW_H
#define OMEN_PREDICT_WINDOW_H
#include "detect/lockset.h"
#include "predict/must_order.h"
#include "trace/source.h"

#define OMEN_NO_STEP UINT32_MAX
enum { OMEN_STEP_BLOCK = 64 };

struct omen_section {
  uint32_t acq, rel; /* steps; rel OMEN_NO_STEP: not given back in the window */
  uint32_t pos;      /* the event + 1 of the acquire; 0: before the window */
  uint32_t lock, thread;
  uint32_t outer; /* + 1: the latest section of the thread that was open when this one began */
  uint32_t depth; /* while it is read: re-entrances */
};
struct omen_window_thread {
  uint32_t number; /* in the trace */
  uint32_t steps;
  uint64_t before;   /* steps before the window */
  uint32_t *section; /* its sections, in order */
  uint32_t sections, cap;
  uint32_t open;  /* + 1: the latest open section */
  uint32_t *hint; /* by block of steps: sections that begin before it */
};
struct omen_window_user { /* who takes a lock: a range of `used` */
  uint32_t thread, first, n;
  uint32_t next; /* + 1: of the same lock */
};
struct omen_window_var {
  uint32_t number;           /* in the trace */
  uint32_t accesses, thread; /* its first thread */
  uint32_t locks;            /* held at every access */
  bool shared, written, plain;
  struct omen_moment fresh; /* where it was made fresh */
  struct omen_moment write; /* the last one */
  uint32_t atomic;          /* + 1: its clocks */
};
struct omen_window {
  uint64_t base; /* number of event 0 in the trace */
  struct omen_event *ev;
  uint32_t n;
  uint32_t *step; /* by event */
  bool branches;  /* the trace has branch events */
  bool loose;     /* reads order nothing in `must` */
  struct omen_must_order must;
  uint32_t threads, vars, sections, users;
  struct omen_window_thread *thread;
  struct omen_window_var *var;
  struct omen_section *section;
  struct omen_window_user *user;
  uint32_t *lock_user;        /* by lock: + 1 */
  uint32_t *used;             /* sections by user */
  uint32_t locks;             /* how many numbers */
  struct omen_locksets *sets; /* borrowed */
};

/* Goes over a source window by window. `loose`: reads order nothing; `branches`: from
 * the first branch event on. */
struct omen_windows;
struct omen_windows *omen_windows_new(struct omen_source *src, uint32_t size, bool loose, bool branches);
void omen_windows_free(struct omen_windows *ws);
/* The next one, valid until the next call; NULL: no more, or `*bad` and an error. */
const struct omen_window *omen_windows_next(struct omen_windows *ws, bool *bad, struct omen_err *err);

/* The latest section that a thread began by a step, + 1; 0: none. Those open then are it and its outer ones,
 * as far as they end later. */
uint32_t omen_window_section_at(const struct omen_window *w, uint32_t t, uint32_t step);
#endif
