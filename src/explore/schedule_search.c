/* All schedules of a program: see schedule_search.h. The first process of the search is a child of ours; the
 * others die with it. */
#include "explore/schedule_search.h"
#include "base/interrupt.h"
#include "explore/explore_parts.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A file of which only what is used takes room. Keys of four million states; more are searched again when
 * they are met again. A schedule with 600 branches has as many processes waiting. */
enum { SLOTS = 1 << 22, LEAVES = 512 << 20, DEEPEST = 600, LOOK_MS = 100, ROUNDS = 12 };
#define GRACE 2.0 /* seconds until processes that were told to stop are killed */

struct omen_plan omen_search_plan(void) {
  return (struct omen_plan){
      .leave = {.at = OMEN_LEAVE_EVENT}, .tail.strategy = OMEN_STRATEGY_RUN, .fine = 1, .follow = 1};
}

static unsigned processors(void) {
  long n = sysconf(_SC_NPROCESSORS_ONLN);
  return n < 1 ? 1 : (unsigned)n;
}

/* ---- the file ---- */

static struct omen_search_head *make_file(const char *dir, const struct omen_search_how *how,
                                          struct omen_err *err) {
  char *path = omen_format("%s/search", dir);
  uint64_t size = sizeof(struct omen_search_head) + 8ull * SLOTS + LEAVES;
  int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  void *at = fd < 0 || ftruncate(fd, (off_t)size)
                 ? MAP_FAILED
                 : mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (at == MAP_FAILED) omen_fail(err, "%s: %s", path, strerror(errno));
  if (fd >= 0) close(fd);
  free(path);
  if (at == MAP_FAILED) return NULL;
  struct omen_search_head *h = at;
  *h = (struct omen_search_head){.magic = OMEN_SEARCH_MAGIC,
                                 .version = OMEN_SEARCH_VERSION,
                                 .size = size,
                                 .slots = SLOTS,
                                 .jobs = how->jobs ? how->jobs : processors(),
                                 .whole = how->whole,
                                 .deepest = DEEPEST};
  return h;
}

static bool fits(const struct omen_search_leaf *l, uint64_t left) {
  return left >= sizeof *l && l->size >= sizeof *l && l->size <= left &&
         l->ndecisions <= l->size / sizeof(struct omen_plan_decision) &&
         l->ndecisions * sizeof(struct omen_plan_decision) + l->said + l->outputs <= l->size - sizeof *l;
}

static int take_leaf(struct omen_searched *out, const struct omen_search_leaf *l, struct omen_err *err) {
  const struct omen_plan_decision *d = (const void *)(l + 1);
  const char *said = (const char *)(d + l->ndecisions);
  OMEN_GROW(out->ends, out->n, out->capacity);
  struct omen_search_end *e = &out->ends[out->n++];
  *e = (struct omen_search_end){.plan = omen_search_plan(), .runs = l->count};
  for (uint32_t i = 0; i < l->ndecisions; i++) omen_plan_add_decision(&e->plan, &d[i]);
  omen_buf_add(&e->result.said, said, l->said);
  omen_buf_add(&e->result.bytes, said + l->said, l->outputs);
  return omen_result_take(&e->result, err);
}

static int take_leaves(struct omen_searched *out, struct omen_search_head *h, struct omen_err *err) {
  char *leaves = omen_search_leaves(h);
  uint64_t len = h->leaves < LEAVES ? h->leaves : LEAVES;
  for (uint64_t at = 0; at < len;) {
    const struct omen_search_leaf *l = (const void *)(leaves + at);
    if (!fits(l, len - at)) return omen_fail(err, "what the search found is damaged");
    if (take_leaf(out, l, err)) return -1;
    at += l->size;
  }
  return 0;
}

/* ---- one round ---- */

static double seconds(const struct omen_search_head *h) { return (double)h->spent / 1e9; }

/* Until the first process ends, which is when all have. `spent`: in earlier rounds. */
static void tend(pid_t pid, struct omen_search_head *h, const struct omen_search_how *how, double spent) {
  int pidfd = omen_process_open(pid);
  double told = 0;
  for (;;) {
    struct pollfd p = {.fd = pidfd, .events = POLLIN};
    if (poll(&p, 1, LOOK_MS) > 0) break;
    if (how->tick) how->tick(how->context, h);
    bool enough = (how->runs && h->runs >= how->runs) || (how->seconds && seconds(h) >= how->seconds - spent);
    if (!enough && !omen_over(how->deadline)) continue;
    h->stop = 1;
    if (!told) told = omen_now();
    if (omen_now() - told > GRACE) break;
  }
  omen_process_end(pid, pidfd);
}

static int run_round(struct omen_explorer *x, const struct omen_search_how *how, const char *dir,
                     struct omen_search_head *h, double spent, struct omen_err *err) {
  struct omen_plan plan = omen_search_plan();
  plan.search = 1;
  for (size_t i = 0; how->assumed && i < how->assumed->nconstraints; i++)
    omen_plan_add_constraint(&plan, &how->assumed->constraints[i]);
  struct omen_launch l = {.recording = x->recording,
                          .mode = OMEN_MODE_REPLAY,
                          .flags = OMEN_FLAG_NO_OUTPUT | omen_explorer_flags(x),
                          .dir = dir,
                          .watch = x->watch,
                          .watches = x->watches,
                          .known = x->known,
                          .nknown = x->nknown,
                          .plan = &plan,
                          .live_seconds = x->budget.seconds,
                          .silent = true};
  pid_t pid;
  int result = omen_launch_start(&l, &pid, err);
  omen_plan_release(&plan);
  if (result) return -1;
  tend(pid, h, how, spent);
  if (h->running && !h->stop) h->lost++;
  return 0;
}

static void watch_more(struct omen_explorer *x, const struct omen_search_head *h) {
  uint32_t n = h->nracy < OMEN_SEARCH_RACY ? h->nracy : OMEN_SEARCH_RACY;
  x->watch = omen_xrealloc(x->watch, (x->watches + n) * sizeof *x->watch);
  for (uint32_t i = 0; i < n; i++)
    if (h->racy[i].len) x->watch[x->watches++] = h->racy[i];
}

static void forget(struct omen_searched *s) {
  for (size_t i = 0; i < s->n; i++) {
    omen_plan_release(&s->ends[i].plan);
    omen_result_release(&s->ends[i].result);
  }
  s->n = 0;
}

static int one_round(struct omen_explorer *x, const struct omen_search_how *how, struct omen_searched *out,
                     struct omen_err *err) {
  char *dir = omen_scratch_new(x->recording, false, err);
  if (!dir) return -1;
  struct omen_search_head *h = make_file(dir, how, err);
  int result = h ? run_round(x, how, dir, h, out->seconds, err) : -1;
  forget(out);
  if (!result) result = take_leaves(out, h, err);
  if (h) {
    out->head = *h;
    out->all_runs += h->runs;
    out->seconds += seconds(h);
    munmap(h, h->size);
  }
  out->rounds++;
  omen_scratch_free(dir);
  return result;
}

int omen_search_all(struct omen_explorer *x, const struct omen_search_how *how, struct omen_searched *out,
                    struct omen_err *err) {
  *out = (struct omen_searched){0};
  do {
    if (out->rounds) watch_more(x, &out->head);
    if (one_round(x, how, out, err)) return -1;
    out->unwatched = out->head.nracy > 0;
  } while (out->unwatched && !how->once && out->rounds < ROUNDS && !omen_over(how->deadline) &&
           !(how->seconds && out->seconds >= how->seconds));
  return 0;
}

void omen_searched_release(struct omen_searched *s) {
  forget(s);
  free(s->ends);
  *s = (struct omen_searched){0};
}

const char *omen_searched_missing(const struct omen_searched *s) {
  const char *why = NULL;
#define X(field, word, missing)                                                                              \
  if (!why && s->head.field) why = missing;
  OMEN_SEARCH_COUNTERS(X)
#undef X
  return why ? why : s->unwatched ? "runs race on memory before which threads were not stopped" : NULL;
}
