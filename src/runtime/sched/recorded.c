/* Threads in the order of the recorded run: see recorded.h. The switches of the log cut the rest of the
 * recorded run into stretches, each of one thread and so many events. */
#include "runtime/sched/recorded.h"
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include <string.h>

#define LAST UINT64_MAX
enum { NONE = UINT32_MAX };

struct stretch {
  uint64_t first;  /* place of its first event among all that the recording has left */
  uint64_t before; /* events of the thread in earlier stretches */
  uint64_t count;
  uint32_t next; /* of the same thread */
};
struct thread {
  uint64_t base; /* its events when the recording was left */
  uint32_t at, last;
};

static struct stretch *stretches;
static struct thread *threads;
static uint32_t nstretches, cstretches, nthreads;

bool omrt_recorded_wanted(void) {
  return omrt_mode.live && omrt_config->strategy == OMEN_STRATEGY_RUN &&
         omrt_config->seed == OMEN_TAIL_AS_RECORDED;
}

static void *grown(void *old, uint64_t from, uint64_t to) {
  void *new = omrt_alloc(to);
  if (from) memcpy(new, old, from);
  if (from) omrt_free(old, from);
  return new;
}

static struct thread *thread(int id) {
  uint32_t need = (uint32_t)id + 1, room = nthreads;
  while (room < need) room = room ? 2 * room : 64;
  if (room > nthreads) threads = grown(threads, nthreads * sizeof *threads, room * sizeof *threads);
  for (; nthreads < room; nthreads++) threads[nthreads] = (struct thread){0, NONE, NONE};
  return &threads[id];
}

static void add(int id, uint64_t first, uint64_t count) {
  if (nstretches == cstretches) {
    uint32_t room = cstretches ? 2 * cstretches : 256;
    stretches = grown(stretches, cstretches * sizeof *stretches, room * sizeof *stretches);
    cstretches = room;
  }
  struct thread *t = thread(id);
  struct stretch *last = t->last == NONE ? NULL : &stretches[t->last];
  stretches[nstretches] = (struct stretch){first, last ? last->before + last->count : 0, count, NONE};
  *(last ? &last->next : &t->at) = nstretches;
  t->last = nstretches++;
}

void omrt_recorded_begin(void) {
  if (nstretches || omrt_of_contained()) return;
  uint64_t begins = omrt_events;
  int id = omrt_cur->id;
  for (struct omrt_log_marks m = omrt_log_marks_left(); omrt_log_marks_step(&m);) {
    if (m.type != 'W' && m.type != 'w') continue;
    if (m.event > begins) add(id, begins, m.event - begins);
    begins = m.event;
    id = m.arg;
  }
  add(id, begins, LAST - begins);
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next) thread(f->id)->base = f->points;
}

/* Where the recorded run has the fiber's next event. */
static uint64_t place(const struct omrt_fiber *f) {
  struct thread *t = thread(f->id);
  uint64_t made = f->points - t->base;
  while (t->at != NONE && made >= stretches[t->at].before + stretches[t->at].count)
    t->at = stretches[t->at].next;
  return t->at == NONE ? LAST : stretches[t->at].first + (made - stretches[t->at].before);
}

static struct omrt_fiber *first_of(struct omrt_fiber *runnable) {
  struct omrt_fiber *first = runnable;
  for (struct omrt_fiber *f = runnable; f; f = f->rnext)
    if (place(f) < place(first)) first = f;
  return first;
}

struct omrt_fiber *omrt_recorded_preempt(struct omrt_fiber *runnable, bool yields) {
  struct omrt_fiber *first = first_of(runnable);
  uint64_t mine = place(omrt_cur);
  if (first && place(first) < mine) return first;
  return yields && mine == LAST ? first : NULL;
}

struct omrt_fiber *omrt_recorded_next(struct omrt_fiber *runnable) { return first_of(runnable); }
