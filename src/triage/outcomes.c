/* The outcomes of a program: see outcomes.h. */
#include "triage/outcomes.h"
#include "base/interrupt.h"
#include "classify/incident.h"
#include "classify/say.h"
#include <stdlib.h>
#include <string.h>

enum { BATCH = 32, DEFAULT_EVENTS = 200000 };

/* ---- one more run ---- */

static bool same(const struct omen_one_outcome *a, const struct omen_one_outcome *b) {
  return a->status == b->status && a->incident == b->incident && a->place == b->place &&
         a->text.len == b->text.len && (!a->text.len || !memcmp(a->text.data, b->text.data, a->text.len));
}

/* Runs that a limit ended show nothing. */
static bool finished(const struct omen_outcome *o) {
  if (o->end == OMEN_END_ENDLESS) return o->endless_by != OMEN_KNOWN_LIMIT;
  return o->end == OMEN_END_EXIT || o->end == OMEN_END_SIGNAL || o->end == OMEN_END_DEADLOCK ||
         o->end == OMEN_END_DEFECT;
}

static struct omen_one_outcome read_one(const struct omen_result *r) {
  struct omen_one_outcome one = {.status = omen_outcome_status(&r->outcome), .hash = r->hash};
  struct omen_wrong wrong = omen_wrong_of(r);
  omen_result_text(r, 1, &one.text);
  one.incident = wrong.what;
  one.place = wrong.place;
  if (wrong.what) omen_say_violation(&r->outcome, omen_wrong_defect(r), one.what, sizeof one.what);
  return one;
}

/* Of two plans for one outcome the shorter is kept. */
static void take(struct omen_outcomes *all, const struct omen_plan *plan, const struct omen_result *r,
                 uint64_t runs) {
  all->runs += runs;
  if (!finished(&r->outcome)) {
    all->unfinished += runs;
    return;
  }
  struct omen_one_outcome one = read_one(r);
  for (size_t i = 0; i < all->n; i++) {
    struct omen_one_outcome *old = &all->list[i];
    if (!same(old, &one)) continue;
    old->runs += runs;
    omen_buf_release(&one.text);
    if (plan->ndecisions >= old->plan.ndecisions) return;
    omen_plan_release(&old->plan);
    old->plan = omen_plan_copy(plan);
    old->hash = one.hash;
    return;
  }
  one.runs = runs;
  one.plan = omen_plan_copy(plan);
  OMEN_GROW(all->list, all->n, all->capacity);
  all->list[all->n++] = one;
}

/* ---- sampled schedules ---- */

/* Run-until-blocked and round-robin once, then the random ones by turns. */
static struct omen_plan sampled(uint64_t seed, uint64_t i) {
  static const uint32_t random[] = {OMEN_STRATEGY_RANDOM, OMEN_STRATEGY_POS, OMEN_STRATEGY_PCT};
  struct omen_plan p = omen_search_plan();
  p.follow = 0;
  p.tail.strategy = i == 0 ? OMEN_STRATEGY_RUN : i == 1 ? OMEN_STRATEGY_RR : random[i % 3];
  p.tail.seed = seed * 1000003 + i;
  return p;
}

static int sample(struct omen_explorer *x, const struct omen_outcomes_how *how, struct omen_outcomes *out,
                  struct omen_err *err) {
  for (uint64_t done = 0; (!how->runs || done < how->runs) && !omen_over(how->deadline);) {
    struct omen_plan plans[BATCH];
    struct omen_result results[BATCH];
    size_t n = how->runs && how->runs - done < BATCH ? how->runs - done : BATCH;
    for (size_t i = 0; i < n; i++) plans[i] = sampled(how->seed, done + i);
    if (omen_explore(x, plans, n, results, err)) return x->over || omen_interrupted() ? 0 : -1;
    for (size_t i = 0; i < n; i++) {
      take(out, &plans[i], &results[i], 1);
      omen_result_release(&results[i]);
    }
    done += n;
    if (how->tick) how->tick(how->context, done, 0, out->n);
  }
  return 0;
}

/* ---- all schedules ---- */

struct teller {
  const struct omen_outcomes_how *how;
};

static void tell(void *context, const struct omen_search_head *h) {
  const struct omen_outcomes_how *how = ((struct teller *)context)->how;
  if (how->tick) how->tick(how->context, h->runs, h->states, 0);
}

static int search(struct omen_explorer *x, const struct omen_outcomes_how *how, struct omen_outcomes *out,
                  struct omen_err *err) {
  struct teller teller = {how};
  struct omen_search_how all = {
      .whole = how->whole, .jobs = how->jobs, .deadline = how->deadline, .tick = tell, .context = &teller};
  out->searched = true;
  if (omen_search_all(x, &all, &out->search, err)) return -1;
  for (size_t i = 0; i < out->search.n; i++)
    take(out, &out->search.ends[i].plan, &out->search.ends[i].result, out->search.ends[i].runs);
  const char *why = omen_searched_missing(&out->search);
  if (why) snprintf(out->missing, sizeof out->missing, "%s", why);
  return 0;
}

/* ---- confirming ---- */

static int confirm_some(struct omen_explorer *x, struct omen_one_outcome *list, size_t n,
                        struct omen_err *err) {
  struct omen_plan plans[BATCH];
  struct omen_result results[BATCH];
  for (size_t i = 0; i < n; i++) plans[i] = list[i].plan;
  if (omen_explore_fresh(x, plans, n, results, err)) return -1;
  for (size_t i = 0; i < n; i++) {
    struct omen_one_outcome again = read_one(&results[i]);
    list[i].confirmed = same(&list[i], &again);
    omen_buf_release(&again.text);
    omen_result_release(&results[i]);
  }
  return 0;
}

/* What a fresh process does not show again is not told. */
static int confirm(struct omen_explorer *x, struct omen_outcomes *all, struct omen_err *err) {
  size_t kept = 0, lost = 0;
  x->budget.deadline = 0;
  for (size_t i = 0; i < all->n; i += BATCH) {
    size_t n = all->n - i < BATCH ? all->n - i : BATCH;
    if (confirm_some(x, &all->list[i], n, err)) return -1;
  }
  for (size_t i = 0; i < all->n; i++) {
    struct omen_one_outcome one = all->list[i];
    if (one.confirmed)
      all->list[kept++] = one;
    else {
      lost++;
      omen_buf_release(&one.text);
      omen_plan_release(&one.plan);
    }
  }
  all->n = kept;
  if (lost)
    snprintf(all->missing, sizeof all->missing, "%zu outcome%s did not come again in a fresh process", lost,
             lost == 1 ? "" : "s");
  return 0;
}

/* ---- */

/* What goes wrong first, then by how often. */
static int by_weight(const void *left, const void *right) {
  const struct omen_one_outcome *a = left, *b = right;
  if (!a->incident != !b->incident) return a->incident ? -1 : 1;
  if (a->runs != b->runs) return a->runs > b->runs ? -1 : 1;
  size_t n = a->text.len < b->text.len ? a->text.len : b->text.len;
  int text = n ? memcmp(a->text.data, b->text.data, n) : 0;
  return text ? text : (a->text.len > b->text.len) - (a->text.len < b->text.len);
}

int omen_outcomes_find(struct omen_explorer *x, const struct omen_outcomes_how *how,
                       struct omen_outcomes *out, struct omen_err *err) {
  double start = omen_now();
  *out = (struct omen_outcomes){.memory = omen_memory_of(x->recording->manifest.flags)};
  x->budget.deadline = how->deadline;
  x->budget.jobs = how->jobs;
  int result = how->exhaustive ? search(x, how, out, err) : sample(x, how, out, err);
  if (!result) result = confirm(x, out, err);
  if (out->n) qsort(out->list, out->n, sizeof *out->list, by_weight);
  if (!how->exhaustive) snprintf(out->missing, sizeof out->missing, "schedules were sampled");
  out->seconds = omen_now() - start;
  return result;
}

bool omen_outcomes_harmful(const struct omen_outcomes *all) {
  for (size_t i = 0; i < all->n; i++)
    if (all->list[i].incident) return true;
  return false;
}

void omen_outcomes_release(struct omen_outcomes *all) {
  for (size_t i = 0; i < all->n; i++) {
    omen_buf_release(&all->list[i].text);
    omen_plan_release(&all->list[i].plan);
  }
  free(all->list);
  omen_searched_release(&all->search);
  *all = (struct omen_outcomes){0};
}
