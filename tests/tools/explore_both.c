/* explore_both REC [--seeds N] [--debug] [--jobs N] [--time]: runs many plans for every race of a recording
 * twice, as forks of checkpoints and each in a fresh process, and compares all that they left: outcome and
 * outputs, byte for byte. The races are taken in order, then backwards, then mixed, so that checkpoints are
 * gone back to and given up. Says the first difference and exits 1. With --time it only says what either way
 * takes; with --ends how the plans ended, counted. --decisions N: every plan has N more, which never come
 * due. --region: plans of the replay analyzer; --symbolic: expressions are compared, too. --seconds N and
 * --memory MB are the budget of one. --saved: the recording has saved checkpoints; what begins at one, forks
 * and fresh processes alike, is compared with what begins at the beginning, and so is the way to the end. */
#include "explore/explore_parts.h"
#include "record/plan_json.h"
#include "report/model.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static struct omen_plan_event name(const struct omen_access *a) {
  return (struct omen_plan_event){.thread = (uint32_t)a->thread, .site = a->site, .point = a->point};
}

struct list {
  struct omen_plan *plan;
  size_t n, capacity;
};

static void add_race(struct list *l, const struct omen_race *race, unsigned seeds) {
  struct omen_plan_event first = name(&race->access[0]), second = name(&race->access[1]);
  struct omen_watch where = {race->location.addr, race->location.size};
  for (int flipped = 0; flipped < 2; flipped++)
    for (uint64_t seed = 0; seed < seeds; seed++) {
      uint32_t strategy = (uint32_t)((seed + seed / 4) % (OMEN_STRATEGY_PCT + 1));
      OMEN_GROW(l->plan, l->n, l->capacity);
      struct omen_plan *p = &l->plan[l->n++];
      *p = (struct omen_plan){.then = (uint32_t)(seed % OMEN_THENS),
                              .tail = {.strategy = strategy, .seed = seed}};
      omen_plan_add_race(p, &first, &second, where, flipped, false);
    }
}

static void differ(const struct omen_plan *p, const char *what, const struct omen_buf *a,
                   const struct omen_buf *b) {
  json_t *j = omen_plan_to_json(p);
  omen_die(1, "%s differ: %s\n--- fork\n%.*s\n--- fresh\n%.*s", what, json_dumps(j, 0), (int)a->len,
           a->data ? a->data : "", (int)b->len, b->data ? b->data : "");
}

static bool same(const struct omen_buf *a, const struct omen_buf *b) {
  return a->len == b->len && (!a->len || !memcmp(a->data, b->data, a->len));
}

static void compare_by(struct omen_explorer *x, bool fresh, struct omen_explorer *y,
                       const struct omen_plan *plans, size_t n) {
  struct omen_result *a = omen_xcalloc(n, sizeof *a), *b = omen_xcalloc(n, sizeof *b);
  struct omen_err err;
  if ((fresh ? omen_explore_fresh : omen_explore)(x, plans, n, a, &err) ||
      omen_explore_fresh(y, plans, n, b, &err))
    omen_die(1, "%s", err.msg);
  for (size_t i = 0; i < n; i++) {
    if (!same(&a[i].said, &b[i].said) || a[i].outcome.end != b[i].outcome.end)
      differ(&plans[i], "outcomes", &a[i].said, &b[i].said);
    if (!same(&a[i].symbolic, &b[i].symbolic) || (x->symbolic && !a[i].symbolic.len))
      differ(&plans[i], "expressions", &a[i].said, &b[i].said);
    if (!same(&a[i].bytes, &b[i].bytes)) differ(&plans[i], "outputs", &a[i].bytes, &b[i].bytes);
    if (a[i].hash != b[i].hash) differ(&plans[i], "hashes", &a[i].said, &b[i].said);
    omen_result_release(&a[i]);
    omen_result_release(&b[i]);
  }
  free(a);
  free(b);
}

static void compare(struct omen_explorer *x, struct omen_explorer *y, const struct omen_plan *plans,
                    size_t n) {
  compare_by(x, false, y, plans, n);
}

/* From saved checkpoints and from the beginning; the last plan never comes, and so leads to the end. */
static void compare_saved(struct omen_explorer *x, struct omen_explorer *y, const struct list *l,
                          unsigned seeds) {
  struct omen_plan end = {0}; /* leaves never */
  y->no_saved = true;
  compare_by(x, true, y, &end, 1);
  for (size_t i = 0; i < l->n; i += seeds) {
    compare_by(x, true, y, &l->plan[i], 1);
    compare_by(x, false, y, &l->plan[i], seeds);
  }
  printf("%zu plans alike, %llu forked, %llu processes began at a saved checkpoint\n",
         1 + l->n + l->n / seeds, (unsigned long long)x->did.forked, (unsigned long long)x->did.resumed);
}

/* Processor time of this process and of all its children that are gone. */
static double processor(void) {
  struct rusage own, children;
  getrusage(RUSAGE_SELF, &own);
  getrusage(RUSAGE_CHILDREN, &children);
  return (double)(own.ru_utime.tv_sec + own.ru_stime.tv_sec + children.ru_utime.tv_sec +
                  children.ru_stime.tv_sec) +
         1e-6 * (double)(own.ru_utime.tv_usec + own.ru_stime.tv_usec + children.ru_utime.tv_usec +
                         children.ru_stime.tv_usec);
}

/* A batch a race and order, as verdicts need them. */
static void measure(struct omen_explorer *x, const struct list *l, unsigned seeds, bool fresh) {
  struct omen_result *r = omen_xcalloc(seeds, sizeof *r);
  struct omen_err err;
  double begin = omen_now(), used = processor(), worst = 0;
  for (size_t i = 0; i < l->n; i += seeds) {
    double start = omen_now();
    if ((fresh ? omen_explore_fresh : omen_explore)(x, &l->plan[i], seeds, r, &err))
      omen_die(1, "%s", err.msg);
    for (size_t k = 0; k < seeds; k++) omen_result_release(&r[k]);
    if (omen_now() - start > worst) worst = omen_now() - start;
  }
  free(r);
  omen_checkpoints_close(x->checkpoints);
  x->checkpoints = NULL;
  printf("%s: %zu plans, %.2f ms each, %.2f ms of processor time each, worst batch of %u %.1f ms\n",
         fresh ? "fresh processes" : "forks", l->n, 1e3 * (omen_now() - begin) / (double)l->n,
         1e3 * (processor() - used) / (double)l->n, seeds, 1e3 * worst);
}

static void count_ends(struct omen_explorer *x, const struct list *l) {
  static const char *const names[] = {
      [OMEN_END_EXIT] = "exit",         [OMEN_END_SIGNAL] = "signal",   [OMEN_END_DEADLOCK] = "deadlock",
      [OMEN_END_DIVERGED] = "diverged", [OMEN_END_ENDLESS] = "endless", [OMEN_END_OUTSIDE] = "outside",
      [OMEN_END_REGION] = "region",     [OMEN_END_LOST] = "lost"};
  size_t count[sizeof names / sizeof *names] = {0};
  struct omen_result *r = omen_xcalloc(l->n, sizeof *r);
  struct omen_err err;
  if (omen_explore(x, l->plan, l->n, r, &err)) omen_die(1, "%s", err.msg);
  for (size_t i = 0; i < l->n; i++) {
    count[r[i].outcome.end]++;
    if (r[i].outcome.end == OMEN_END_LOST) fprintf(stderr, "lost: %s\n", r[i].outcome.message);
    omen_result_release(&r[i]);
  }
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (count[i]) printf("%s %zu\n", names[i], count[i]);
  free(r);
}

static void shuffle(struct list *l) {
  uint64_t state = 1;
  for (size_t i = l->n; i > 1; i--) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    size_t k = (size_t)(state >> 33) % i;
    struct omen_plan t = l->plan[k];
    l->plan[k] = l->plan[i - 1];
    l->plan[i - 1] = t;
  }
}

static void compare_all(struct omen_explorer *x, struct omen_explorer *y, struct list *l, unsigned seeds) {
  for (size_t i = 0; i < l->n; i += seeds) compare(x, y, &l->plan[i], seeds);
  for (size_t i = l->n; i; i -= seeds) compare(x, y, &l->plan[i - seeds], seeds);
  shuffle(l);
  compare(x, y, l->plan, l->n);
}

/* Decisions that never come due: nobody makes so many events. */
static void lengthen(struct omen_plan *p, unsigned decisions) {
  struct omen_plan_decision d = {.kind = OMEN_DECISION_SWITCH, .thread = 1, .to = 2};
  for (unsigned i = 0; i < decisions; i++) {
    d.point = UINT64_MAX - i;
    omen_plan_add_decision(p, &d);
  }
}

int main(int argc, char **argv) {
  const char *dir = argc > 1 ? argv[1] : "";
  unsigned seeds = 8, jobs = 0, decisions = 0;
  uint64_t seconds = 0, memory = 0;
  bool debug = false, timing = false, ends = false, symbolic = false, saved = false, region = false;
  for (int i = 2; i < argc; i++) {
    if (!strcmp(argv[i], "--debug")) debug = true;
    if (!strcmp(argv[i], "--time")) timing = true;
    if (!strcmp(argv[i], "--saved")) saved = true;
    if (!strcmp(argv[i], "--symbolic")) symbolic = true;
    if (!strcmp(argv[i], "--ends")) ends = true;
    if (!strcmp(argv[i], "--region")) region = true;
    if (!strcmp(argv[i], "--decisions") && i + 1 < argc) decisions = (unsigned)atoi(argv[++i]);
    if (!strcmp(argv[i], "--seconds") && i + 1 < argc) seconds = (uint64_t)atoi(argv[++i]);
    if (!strcmp(argv[i], "--memory") && i + 1 < argc) memory = (uint64_t)atoi(argv[++i]) << 20;
    if (!strcmp(argv[i], "--seeds") && i + 1 < argc) seeds = (unsigned)atoi(argv[++i]);
    if (!strcmp(argv[i], "--jobs") && i + 1 < argc) jobs = (unsigned)atoi(argv[++i]);
  }
  struct omen_err err;
  struct omen_recording r;
  struct omen_report report;
  struct omen_explorer x, y;
  struct list l = {0};
  if (omen_recording_open(&r, dir, &err) || omen_report_build(&report, &r, NULL, &err) ||
      omen_explorer_open(&x, &r, &err) || omen_explorer_open(&y, &r, &err))
    omen_die(1, "%s", err.msg);
  for (size_t i = 0; i < report.nraces; i++)
    if (report.races[i].access[0].known) add_race(&l, &report.races[i], seeds);
  for (size_t i = 0; i < l.n; i++) l.plan[i].region = region, lengthen(&l.plan[i], decisions);
  x.flags = y.flags = debug ? OMEN_FLAG_DEBUG : 0;
  x.symbolic = y.symbolic = symbolic;
  x.budget.jobs = y.budget.jobs = jobs;
  if (seconds) x.budget.seconds = (unsigned)seconds;
  x.budget.memory = memory;
  if (saved)
    compare_saved(&x, &y, &l, seeds);
  else if (ends)
    count_ends(&x, &l);
  else if (timing) {
    measure(&x, &l, seeds, false);
    measure(&y, &l, seeds, true);
  } else {
    compare_all(&x, &y, &l, seeds);
    printf("%zu plans alike, %llu forked, %llu not\n", 3 * l.n, (unsigned long long)x.did.forked,
           (unsigned long long)x.did.fresh);
  }
  omen_explorer_close(&x);
  omen_explorer_close(&y);
  omen_report_release(&report);
  omen_recording_release(&r);
  return 0;
}
