/* OpenMP: what orders the threads of a program whose OpenMP runtime (LLVM's libomp) is not instrumented. Its
 * own locks, flags and futexes are not seen, so every shared variable of a parallel region would be a race.
 * But it tells tools what it does (OMPT, in the OpenMP specification from 5.0 on): whoever defines
 * `ompt_start_tool` is asked, and can have itself called at forks, barriers, locks and tasks. These calls
 * become clocks here.
 *
 * Everything is ordered at least as much as OpenMP promises. Where it is more, a race can be hidden, never
 * invented: tasks with dependences are ordered with all others that have some; the end of a taskgroup comes
 * after every task of the team that is done; what combines a reduction comes after all that has arrived at
 * it.
 *
 * The types and numbers are those of omp-tools.h, which is not everywhere. */
#include "runtime/rt.h"
#include "runtime/shadow/hb.h"
#include "runtime/sync/real.h"
#include <dlfcn.h>
#include <sched.h>

/* ---- OMPT ---- */

union ompt_data {
  uint64_t value;
  void *ptr;
};
typedef void (*ompt_function)(void);
typedef ompt_function (*ompt_lookup)(const char *name);
typedef int (*ompt_set_callback)(int event, ompt_function f);
struct ompt_tool {
  int (*start)(ompt_lookup lookup, int device, union ompt_data *data);
  void (*end)(union ompt_data *data);
  union ompt_data data;
};
enum { BEGIN = 1, END = 2 }; /* ompt_scope_endpoint_t */
enum {
  PARALLEL_BEGIN = 3,
  PARALLEL_END = 4,
  TASK_CREATE = 5,
  TASK_SCHEDULE = 6,
  IMPLICIT_TASK = 7,
  MUTEX_RELEASED = 17,
  SYNC_REGION = 23,
  MUTEX_ACQUIRED = 27,
  REDUCTION = 31
};
enum { TASKWAIT = 5, TASKGROUP = 6, REGION_REDUCTION = 7 }; /* ompt_sync_region_t; others: barriers */
enum { TASK_DONE = 1, TASK_CANCELLED = 3, TASK_DETACHED = 4, TASK_LATE = 6 }; /* ompt_task_status_t */

/* ---- teams and tasks ---- */

struct team { /* the threads of a parallel region */
  struct omrt_clk start, barrier[2], reduction, tasks, depends;
  uint32_t refs;
};
struct group { /* a taskgroup */
  struct group *outer;
  uint32_t open; /* tasks that are not done */
  uint32_t refs;
};
struct task { /* implicit: a thread's part of a region; or explicit */
  struct team *team;
  struct task *parent;
  struct omrt_clk start, children;
  uint32_t refs;                /* itself and its children */
  uint32_t open;                /* children that are not done */
  struct group *inside, *group; /* that it is part of; that its children will be part of */
  uint32_t barrier;             /* how many it went through: two of them can be under way, by turns */
  bool depends, done;
};

static struct team *team_new(void) {
  struct team *t = omrt_alloc(sizeof *t);
  t->refs = 1;
  return t;
}
static void team_unref(struct team *t) {
  if (!t || --t->refs) return;
  struct omrt_clk *all[] = {&t->start, &t->barrier[0], &t->barrier[1], &t->reduction, &t->tasks, &t->depends};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) omrt_clk_reset(all[i]);
  omrt_free(t, sizeof *t);
}

static void group_unref(struct group *g) {
  while (g && !--g->refs) {
    struct group *outer = g->outer;
    omrt_free(g, sizeof *g);
    g = outer;
  }
}
static struct group *group_ref(struct group *g) {
  if (g) g->refs++;
  return g;
}
static void group_enter(struct task *t) {
  struct group *g = omrt_alloc(sizeof *g);
  *g = (struct group){.outer = t->group, .refs = 1};
  t->group = g;
}
static void group_leave(struct task *t) {
  struct group *g = t->group;
  if (!g || g == t->inside) return;
  t->group = group_ref(g->outer);
  group_unref(g);
}

static struct task *task_new(struct team *team, struct task *parent) {
  struct task *t = omrt_alloc(sizeof *t);
  *t = (struct task){.team = team, .parent = parent, .refs = 1};
  if (team) team->refs++;
  if (!parent) return t;
  parent->refs++;
  parent->open++;
  t->inside = group_ref(parent->group);
  t->group = group_ref(parent->group);
  for (struct group *g = t->inside; g; g = g->outer) g->open++;
  return t;
}
static void task_unref(struct task *t) {
  while (t && !--t->refs) {
    struct task *parent = t->parent;
    team_unref(t->team);
    group_unref(t->inside);
    group_unref(t->group);
    omrt_clk_reset(&t->start);
    omrt_clk_reset(&t->children);
    omrt_free(t, sizeof *t);
    t = parent;
  }
}

/* ---- what happens ---- */

static void parallel_begin(union ompt_data *outer, const void *frame, union ompt_data *region,
                           unsigned wanted, int flags, const void *at) {
  if (!omrt_on) return;
  struct team *t = team_new();
  region->ptr = t;
  omrt_hb_release(&t->start);
}

static void parallel_end(union ompt_data *region, union ompt_data *outer, int flags, const void *at) {
  struct team *t = region->ptr;
  if (!omrt_on || !t) return;
  omrt_hb_acquire(&t->barrier[0]);
  omrt_hb_acquire(&t->barrier[1]);
  omrt_hb_acquire(&t->tasks);
  region->ptr = NULL;
  team_unref(t);
}

static void implicit_task(int endpoint, union ompt_data *region, union ompt_data *data, unsigned threads,
                          unsigned index, int flags) {
  if (!omrt_on || !data) return;
  if (endpoint == END) {
    task_unref(data->ptr);
    data->ptr = NULL;
    return;
  }
  struct team *t = region ? region->ptr : NULL;
  if (t) {
    omrt_hb_acquire(&t->start);
    data->ptr = task_new(t, NULL);
    return;
  }
  t = team_new(); /* the program as a whole */
  data->ptr = task_new(t, NULL);
  team_unref(t);
}

static void barrier(int endpoint, union ompt_data *region, struct task *t) {
  struct omrt_clk *c = &t->team->barrier[t->barrier % 2];
  if (endpoint == BEGIN) {
    omrt_hb_release(c);
    return;
  }
  t->barrier++;
  if (!region) return; /* the region is over: this thread does nothing for it any more */
  omrt_hb_acquire(c);
  omrt_hb_acquire(&t->team->tasks);
}

static void sync_region(int kind, int endpoint, union ompt_data *region, union ompt_data *data,
                        const void *at) {
  struct task *t = data ? data->ptr : NULL;
  if (!omrt_on || !t || !t->team) return;
  if (kind == TASKWAIT) {
    if (endpoint == END) omrt_hb_acquire(&t->children);
  } else if (kind == TASKGROUP) {
    if (endpoint == BEGIN) {
      group_enter(t);
      return;
    }
    omrt_hb_acquire(&t->team->tasks);
    group_leave(t);
  } else if (kind != REGION_REDUCTION) {
    barrier(endpoint, region, t);
  }
}

/* One thread combines what others have left for it: these have come to the barrier, or were here before. */
static void reduction(int kind, int endpoint, union ompt_data *region, union ompt_data *data,
                      const void *at) {
  struct task *t = data ? data->ptr : NULL;
  if (!omrt_on || !t || !t->team) return;
  if (endpoint == END) {
    omrt_hb_release(&t->team->reduction);
    return;
  }
  omrt_hb_acquire(&t->team->barrier[0]);
  omrt_hb_acquire(&t->team->barrier[1]);
  omrt_hb_acquire(&t->team->reduction);
}

static void task_create(union ompt_data *outer, const void *frame, union ompt_data *data, int flags,
                        int depends, const void *at) {
  if (!omrt_on || !data) return;
  struct task *parent = outer ? outer->ptr : NULL, *t = task_new(parent ? parent->team : NULL, parent);
  t->depends = depends;
  data->ptr = t;
  omrt_hb_release(&t->start);
}

static void task_done(struct task *t) {
  if (t->done) return;
  t->done = true;
  for (struct group *g = t->inside; g; g = g->outer) g->open--;
  if (t->parent) {
    t->parent->open--;
    omrt_hb_release(&t->parent->children);
  }
  if (t->team) omrt_hb_release(&t->team->tasks);
  if (t->team && t->depends) omrt_hb_release(&t->team->depends);
}

static void task_schedule(union ompt_data *prior, int status, union ompt_data *next) {
  if (!omrt_on) return;
  struct task *was = prior ? prior->ptr : NULL, *t = next ? next->ptr : NULL;
  if (was &&
      (status == TASK_DONE || status == TASK_CANCELLED || status == TASK_DETACHED || status == TASK_LATE))
    task_done(was);
  if (was && status == TASK_DONE) {
    prior->ptr = NULL;
    task_unref(was);
  }
  if (!t) return;
  omrt_hb_acquire(&t->start);
  if (t->team && t->depends) omrt_hb_acquire(&t->team->depends);
}

/* Locks: critical, ordered, omp_set_lock and the like, by number. One clock for those that share a place in
 * the table: that orders more, and never less. */
enum { LOCKS = 1024 };
static struct omrt_clk locks[LOCKS];
static struct omrt_clk *lock_of(uint64_t id) { return &locks[(id * 0x9e3779b97f4a7c15ull) >> 54]; }

static void mutex_acquired(int kind, uint64_t id, const void *at) {
  if (omrt_on) omrt_hb_acquire(lock_of(id));
}
static void mutex_released(int kind, uint64_t id, const void *at) {
  if (omrt_on) omrt_hb_release(lock_of(id));
}

/* ---- being asked ---- */

typedef int (*ompt_task_info)(int level, int *flags, union ompt_data **task, void **frame,
                              union ompt_data **region, int *thread);
static ompt_task_info task_info;

static struct task *current_task(void) {
  union ompt_data *data = NULL, *region;
  int flags, thread;
  void *frame;
  return omrt_on && task_info && task_info(0, &flags, &data, &frame, &region, &thread) && data ? data->ptr
                                                                                               : NULL;
}

static int start(ompt_lookup lookup, int device, union ompt_data *data) {
  ompt_set_callback set = (ompt_set_callback)lookup("ompt_set_callback");
  task_info = (ompt_task_info)lookup("ompt_get_task_info");
  if (!set) return 0;
  set(PARALLEL_BEGIN, (ompt_function)parallel_begin);
  set(PARALLEL_END, (ompt_function)parallel_end);
  set(IMPLICIT_TASK, (ompt_function)implicit_task);
  set(SYNC_REGION, (ompt_function)sync_region);
  set(REDUCTION, (ompt_function)reduction);
  set(TASK_CREATE, (ompt_function)task_create);
  set(TASK_SCHEDULE, (ompt_function)task_schedule);
  set(MUTEX_ACQUIRED, (ompt_function)mutex_acquired);
  set(MUTEX_RELEASED, (ompt_function)mutex_released);
  return 1;
}
static void end(union ompt_data *data) {}

OMRT_SERVED struct ompt_tool *ompt_start_tool(unsigned version, const char *runtime);
struct ompt_tool *ompt_start_tool(unsigned version, const char *runtime) {
  static struct ompt_tool tool = {start, end, {0}};
  return omrt_on ? &tool : NULL;
}

/* Functions of libomp that are called through here. */
static void *real_of(const char *name) {
  void *f = dlsym(RTLD_NEXT, name);
  if (!f) omrt_fatal("libomp has no %s", name);
  return f;
}

/* Waiting for tasks. libomp looks for others to run meanwhile, and when there are none looks again, for ever,
 * without a system call: nobody else would run. So wait here, with its own way to run what is there, and then
 * let it see that all is done. */
OMRT_SERVED int32_t __kmpc_omp_taskwait(void *loc, int32_t thread);
OMRT_SERVED void __kmpc_end_taskgroup(void *loc, int32_t thread);
int32_t __kmpc_omp_taskyield(void *loc, int32_t thread, int part);

static void run_others(void *loc, int32_t thread) {
  static __typeof__(&__kmpc_omp_taskyield) yield;
  if (!yield) *(void **)&yield = real_of("__kmpc_omp_taskyield");
  yield(loc, thread, 0);
  sched_yield();
}

int32_t __kmpc_omp_taskwait(void *loc, int32_t thread) {
  static __typeof__(&__kmpc_omp_taskwait) real;
  if (!real) *(void **)&real = real_of("__kmpc_omp_taskwait");
  struct task *t = current_task();
  while (t && t->open) run_others(loc, thread);
  return real(loc, thread);
}
void __kmpc_end_taskgroup(void *loc, int32_t thread) {
  static __typeof__(&__kmpc_end_taskgroup) real;
  if (!real) *(void **)&real = real_of("__kmpc_end_taskgroup");
  struct task *t = current_task();
  while (t && t->group && t->group->open) run_others(loc, thread);
  real(loc, thread);
}

/* Memory of a task, with its copies of variables: libomp keeps freed ones for itself, so that the next task
 * gets it without any malloc. */
OMRT_SERVED void *__kmpc_omp_task_alloc(void *loc, int32_t thread, int32_t flags, size_t size, size_t shared,
                                        void *entry);
void *__kmpc_omp_task_alloc(void *loc, int32_t thread, int32_t flags, size_t size, size_t shared,
                            void *entry) {
  static __typeof__(&__kmpc_omp_task_alloc) real;
  if (!real) *(void **)&real = real_of("__kmpc_omp_task_alloc");
  void *task = real(loc, thread, flags, size, shared, entry);
  if (omrt_on && task) omrt_shadow_reset(task, (size + 7) / 8 * 8 + shared);
  return task;
}
