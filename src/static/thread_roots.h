/* Which functions may run in which threads, and which threads at the same time. Private to static/.
 *
 * A *root* is what a thread may begin with: main, a function given to pthread_create and its kin, a team of
 * OpenMP, a signal handler, or everything that unknown code may call (one root for all of that). A set of
 * roots is a word of 64 bits; programs with more than 61 such functions share the last one.
 *
 * For a place in a function, `keep` and `made` say what becomes of the set of threads that the current one
 * has started and that may still run: (set at the function's entry & keep) | made. */
#ifndef OMEN_STATIC_THREAD_ROOTS_H
#define OMEN_STATIC_THREAD_ROOTS_H
#include "static/program.h"

enum { OMEN_ROOT_MAIN = 0, OMEN_ROOT_OUTSIDE = 1, OMEN_ROOTS = 64 };
enum omen_root_kind { OMEN_RUN_MAIN, OMEN_RUN_OUTSIDE, OMEN_RUN_THREAD, OMEN_RUN_TEAM, OMEN_RUN_HANDLER };
struct omen_root {
  enum omen_root_kind kind;
  struct omen_u32s fns, calls; /* calls: that start it */
  uint64_t makes;              /* roots that it, or one of those, starts */
  uint64_t beside;             /* roots that may run at the same time, by whoever started both */
  bool several;                /* more than one at the same time */
  uint64_t *entry;             /* of each function: threads that run when it begins */
};
struct omen_flow {
  uint64_t keep, made;
};
/* A call that creates, and the join that ends what it started. */
struct omen_joined {
  uint32_t create, fn;
  uint32_t obj, loc; /* of the handle; in a loop any of the object's */
  uint64_t roots;
  bool loop;           /* both are in loops of the same rounds; then: */
  int header, made_in; /* of the loop that creates */
  int exiting, exit;   /* the edge on which the loop that joins is left */
};
struct omen_threads {
  struct omen_root roots[OMEN_ROOTS];
  uint32_t n;
  uint64_t *runs;            /* of each function: in which roots */
  struct omen_flow **blocks; /* of each function and block: at its beginning */
  struct omen_flow *whole;   /* of each function */
  uint64_t *ends;            /* of each call: roots that have certainly ended behind it */
  struct omen_joined *joined;
  uint32_t njoined, joined_cap;
  uint64_t started;    /* roots that any call starts */
  uint64_t unjoinable; /* roots whose joins do not count */
};
void omen_threads_find(struct omen_threads *t, struct omen_program *p);
void omen_threads_release(struct omen_threads *t, struct omen_program *p);
/* What the call changes. */
struct omen_flow omen_threads_call(const struct omen_threads *t, const struct omen_program *p, uint32_t call);
uint64_t omen_threads_started(const struct omen_threads *t, const struct omen_program *p, uint32_t call);
static inline struct omen_flow omen_flow_then(struct omen_flow a, struct omen_flow b) {
  return (struct omen_flow){a.keep & b.keep, (a.made & b.keep) | b.made};
}
/* May something in root a, while threads `live_a` run, happen beside something in root b? */
bool omen_threads_beside(const struct omen_threads *t, uint32_t a, uint64_t live_a, uint32_t b,
                         uint64_t live_b);
/* joins.c: fills `ends` and `joined`. */
void omen_joins_find(struct omen_threads *t, struct omen_program *p);
/* A thread is made while these run: whose handles are lost. `in`: the call; or a loop that is about to begin.
 */
uint64_t omen_joins_lost(const struct omen_threads *t, const struct omen_joined *in, uint64_t live);
#endif
