/* Memory orders that would prevent it: see cause_parts.h. First everything is assumed to be as strong as it
 * can be, by steps: acquire and release for atomics, for plain accesses as well, then seq_cst. At the first
 * step that prevents it, each instruction is made as weak as still does. Whether it does is seen by running:
 * the failing schedule, the same with other choices, and others. Those that fail as the program is are tried
 * first, all of them at the end. What passes there is tried on all schedules, if the program is small: a run
 * that fails all the same is tried from then on. */
#include "classify/cause_parts.h"
#include "base/interrupt.h"
#include "record/memory.h"
#include "trace/event.h"
#include <stdlib.h>
#include <string.h>

/* ALIKE: runs by the failing schedule's switches. POOL: all. FEW: that need not fail, of those that are tried
 * each time, MOST. Twice MOST, where the pool shows that some were missing. SITES: instructions. */
enum { ALIKE = 48, POOL = 128, FEW = 8, MOST = 32, TRIED = 2 * MOST, SITES = 32, ROUNDS = 8, FOUND = 16 };
#define SECONDS 3.0
/* A run may take so many times the events of the failing one, and some more: threads that spin on stale
 * values go on for long, and show nothing. */
enum { TIMES = 4, MORE = 400 };
enum { RELAXED, ACQUIRE = 2, RELEASE, ACQ_REL, SEQ_CST }; /* C11's numbers */

struct found { /* runs that failed with orders assumed, from a search */
  struct omen_plan plan[FOUND];
  int n;
  bool too_large; /* a search came to no end */
};

struct orders {
  struct omen_asking *a;
  struct omen_stronger of[SITES]; /* in the order of the run; `order`: the one that is assumed now */
  size_t n;
  uint32_t fence; /* a seq_cst fence before this site, and nothing else */
  struct found *found;
  int tried[TRIED]; /* numbers of the pool; from POOL on: of those found */
  size_t ntried;
  bool fails[POOL]; /* as the program is */
  bool as_it_is;    /* nothing is assumed yet, and it is noted who sees old values */
  bool others;      /* even with everything at its strongest something else goes wrong now and then */
  uint64_t events;  /* that a run may take */
  double until;
};

/* ---- instructions ---- */

static struct omen_stronger *find(struct orders *o, uint32_t site) {
  for (size_t i = 0; i < o->n; i++)
    if (o->of[i].site == site) return &o->of[i];
  return NULL;
}

static void add(struct orders *o, const struct omen_rawev *e, bool atomic) {
  struct omen_stronger *s = find(o, e->site);
  if (!s) {
    if (o->n == SITES)
      memmove(o->of, o->of + 1, --o->n * sizeof *o->of); /* the first have least to do with it */
    s = &o->of[o->n++];
    *s = (struct omen_stronger){
        .site = e->site, .thread = e->thread, .atomic = atomic, .where = {e->obj, e->size}};
  }
  s->several |= s->where.addr != e->obj;
  s->reads |= !omen_kind_writes(e->kind);
  s->writes |= omen_kind_writes(e->kind);
}

static bool races(const struct omen_run_trace *t, size_t event) {
  for (size_t i = 0; i < t->npairs; i++)
    if (t->pair[i].kind == OMEN_PAIR_RACE && (t->pair[i].first == event || t->pair[i].second == event))
      return true;
  return false;
}

static void find_sites(struct orders *o) {
  const struct omen_run_trace *t = &o->a->trace;
  for (size_t i = 0; i < t->n; i++) {
    const struct omen_rawev *e = &t->event[i];
    bool atomic = e->kind == OMEN_KIND_AREAD || e->kind == OMEN_KIND_AWRITE;
    if (omen_kind_is_access(e->kind) && e->site < OMEN_FREE_SITE && (atomic || races(t, i)))
      add(o, e, atomic);
  }
}

/* ---- runs ---- */

static struct omen_plan plan_of(const struct orders *o, int i) {
  static const uint32_t turns[] = {OMEN_STRATEGY_RANDOM, OMEN_STRATEGY_POS, OMEN_STRATEGY_PCT};
  const struct omen_plan *q = o->a->q->plan;
  if (!i) return omen_plan_copy(q);
  if (i >= POOL) return omen_plan_copy(&o->found->plan[i - POOL]);
  struct omen_plan p = {.leave = q->leave, .tail = q->tail, .every = q->every, .choices = (uint32_t)i};
  if (i >= ALIKE) {
    p.tail.strategy = turns[i % 3];
    p.tail.seed = (uint64_t)i;
    return p;
  }
  p.follow = q->follow;
  for (uint64_t k = 0; k < q->ndecisions; k++)
    if (q->decisions[k].kind != OMEN_DECISION_STORE) omen_plan_add_decision(&p, &q->decisions[k]);
  return p;
}

static void assume(const struct orders *o, struct omen_plan *p) {
  struct omen_plan_constraint c = {.how = OMEN_HOW_ORDERED};
  for (size_t i = 0; i < o->n; i++) {
    c.earlier.site = o->of[i].site;
    c.took = o->of[i].order;
    if (c.took) omen_plan_add_constraint(p, &c);
  }
  if (o->fence == OMEN_NO_SITE) return;
  c.earlier.site = o->fence;
  c.took = 0;
  c.wants = SEQ_CST;
  omen_plan_add_constraint(p, &c);
}

static bool cut_off(const struct omen_result *r) {
  return r->outcome.end == OMEN_END_ENDLESS && r->outcome.endless_by == OMEN_KNOWN_LIMIT;
}

struct seen { /* of some runs of the pool: what each shows */
  bool fails[POOL], other[POOL], shows_nothing[POOL];
  size_t nfail, nother;
};

static void weigh(struct orders *o, const struct omen_result *r, size_t i, struct seen *out) {
  const struct omen_cause_question *q = o->a->q;
  out->fails[i] = q->goal->shows(q->goal->context, r);
  out->shows_nothing[i] = !out->fails[i] && cut_off(r);
  out->other[i] = !out->shows_nothing[i] && !out->fails[i] && !q->sound(q->goal->context, r);
  out->nfail += out->fails[i];
  out->nother += out->other[i];
}

/* The one access that did not see newer stores; NULL: none, several, or it is not known of what. */
static const struct omen_out_step *only_stale(const struct omen_outcome *o) {
  const struct omen_out_step *only = NULL;
  for (size_t i = 0; i < o->nsteps; i++) {
    const struct omen_out_step *s = &o->steps[i];
    if (!s->stale) continue;
    if (only || !s->object || !s->pcs.n) return NULL;
    only = s;
  }
  return only;
}

/* One mistake may let several accesses see old values, and a run goes wrong at the first. */
static void note_stale(struct omen_cause *c, const struct omen_outcome *o) {
  const struct omen_out_step *s = only_stale(o);
  if (!s || c->nstale == OMEN_CAUSE_STALE) return;
  struct omen_stale_access a = {.addr = s->object,
                                .npc = s->pcs.n < OMEN_STALE_PCS ? s->pcs.n : OMEN_STALE_PCS};
  memcpy(a.pc, s->pcs.pc, a.npc * sizeof *a.pc);
  for (int k = 0; k < c->nstale; k++)
    if (!memcmp(&c->stale[k], &a, sizeof a)) return;
  c->stale[c->nstale++] = a;
}

/* `which`: numbers of the pool; NULL: the first n. */
static int run(struct orders *o, const int *which, size_t n, struct seen *out) {
  struct omen_plan plan[POOL];
  struct omen_result *r = omen_xcalloc(POOL, sizeof *r);
  memset(out, 0, sizeof *out);
  for (size_t i = 0; i < n; i++) {
    plan[i] = plan_of(o, which ? which[i] : (int)i);
    plan[i].tail.max_events = o->events;
    if (o->as_it_is) plan[i].tell = OMEN_TELL_LIVE;
    assume(o, &plan[i]);
  }
  int result = omen_explore(o->a->q->x, plan, n, r, o->a->err);
  for (size_t i = 0; i < n; i++) {
    omen_plan_release(&plan[i]);
    if (result) continue;
    weigh(o, &r[i], i, out);
    if (o->as_it_is && out->fails[i]) note_stale(o->a->out, &r[i].outcome);
    omen_result_release(&r[i]);
  }
  free(r);
  return result ? -1 : 0;
}

static bool over(const struct orders *o) { return omen_work() > o->until || omen_interrupted(); }

static void also_try(struct orders *o, int i) {
  for (size_t k = 0; k < o->ntried; k++)
    if (o->tried[k] == i) return;
  if (o->ntried < TRIED) o->tried[o->ntried++] = i;
}

/* As the program is. */
static int run_pool(struct orders *o) {
  struct seen s;
  o->as_it_is = true;
  if (run(o, NULL, POOL, &s)) return -1;
  o->as_it_is = false;
  memcpy(o->fails, s.fails, sizeof o->fails);
  for (int i = 0; i < POOL && o->ntried < MOST - FEW; i++)
    if (s.fails[i]) also_try(o, i);
  for (int i = 0; i < POOL && o->ntried < MOST; i += POOL / FEW) also_try(o, i);
  return 0;
}

/* Does what is assumed now prevent it? */
static int prevents(struct orders *o, bool *yes) {
  struct seen s;
  *yes = false;
  if (over(o)) return 0;
  if (run(o, o->tried, o->ntried, &s)) return -1;
  *yes = !s.nfail && (!s.nother || o->others);
  return 0;
}

/* ---- steps ---- */

/* What an instruction can have at a step. */
static uint32_t strongest(const struct omen_stronger *s, bool seq_cst) {
  if (seq_cst) return SEQ_CST;
  return s->reads && s->writes ? ACQ_REL : s->reads ? ACQUIRE : RELEASE;
}

static void set_all(struct orders *o, bool plain, bool seq_cst) {
  for (size_t i = 0; i < o->n; i++)
    o->of[i].order = plain || o->of[i].atomic ? strongest(&o->of[i], seq_cst) : RELAXED;
}

/* The weakest of these that prevents it, all else as it is. */
static int weaken(struct orders *o, struct omen_stronger *s) {
  const uint32_t of[] = {ACQUIRE, RELEASE, ACQ_REL}, was = s->order;
  bool yes;
  for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
    bool has = (of[i] == RELEASE || s->reads) && (of[i] == ACQUIRE || s->writes);
    if (!has || of[i] >= was) continue;
    s->order = of[i];
    if (prevents(o, &yes)) return -1;
    if (yes) return 0;
  }
  s->order = was;
  return 0;
}

/* Leaves out what need not be there, many at a time; what must is made as weak as can be. */
static int reduce(struct orders *o, size_t from, size_t to) {
  uint32_t was[SITES];
  bool yes, any = false;
  for (size_t i = from; i < to; i++) {
    was[i] = o->of[i].order;
    any |= was[i] != RELAXED;
    o->of[i].order = RELAXED;
  }
  if (!any) return 0;
  if (prevents(o, &yes)) return -1;
  if (yes) return 0;
  for (size_t i = from; i < to; i++) o->of[i].order = was[i];
  if (to - from == 1) return weaken(o, &o->of[from]);
  size_t middle = (from + to) / 2;
  return reduce(o, from, middle) || reduce(o, middle, to) ? -1 : 0;
}

/* All schedules with what is assumed now. */
static int search_all(struct orders *o, struct omen_remedy *out, bool *holds) {
  struct omen_plan assumed = {0}, fails;
  enum omen_search_answer answer;
  double start = omen_work();
  if (o->found->too_large || o->found->n == FOUND) return 0;
  assume(o, &assumed);
  int result = omen_asking_search(o->a, &assumed, &fails, &answer);
  omen_plan_release(&assumed);
  o->until += omen_work() - start;
  if (result) return -1;
  out->whole = answer == OMEN_SEARCH_HOLDS;
  o->found->too_large = answer == OMEN_SEARCH_OPEN;
  *holds = answer != OMEN_SEARCH_FAILS;
  if (*holds) return 0;
  also_try(o, POOL + o->found->n);
  o->found->plan[o->found->n++] = fails;
  return 0;
}

/* All runs of the pool with what is assumed now; those that fail are tried from now on. */
static int run_all(struct orders *o, struct omen_remedy *out, bool *holds) {
  struct seen s;
  if (run(o, NULL, POOL, &s)) return -1;
  *out = (struct omen_remedy){.fence = OMEN_NO_SITE};
  for (int i = 0; i < POOL; i++) {
    if (s.fails[i] || (s.other[i] && !o->others)) also_try(o, i);
    if (s.other[i] || s.shows_nothing[i]) continue;
    out->schedules++;
    out->without += o->fails[i];
  }
  *holds = !s.nfail && (!s.nother || o->others);
  return *holds ? search_all(o, out, holds) : 0;
}

/* The weakest at one step. */
static int try_step(struct orders *o, bool plain, bool seq_cst, struct omen_remedy *out, bool *found) {
  for (int round = 0; round < ROUNDS && !*found; round++) {
    bool yes;
    set_all(o, plain, seq_cst);
    if (prevents(o, &yes)) return -1;
    if (!yes) return 0;
    if (reduce(o, 0, o->n) || over(o)) return over(o) ? 0 : -1;
    if (run_all(o, out, found)) return -1;
  }
  return 0;
}

/* Where nothing weaker than seq_cst does: is one fence enough? */
static int try_fence(struct orders *o, struct omen_remedy *out) {
  struct omen_remedy with;
  bool yes = false;
  for (size_t i = o->n; i-- > 0 && !yes;) {
    if (!o->of[i].reads || o->of[i].writes) continue;
    o->fence = o->of[i].site;
    if (prevents(o, &yes) || (yes && run_all(o, &with, &yes))) return -1;
  }
  if (yes) out->fence = o->fence;
  o->fence = OMEN_NO_SITE;
  return 0;
}

static void answer(struct orders *o, struct omen_remedy *found) {
  struct omen_remedy *out = &o->a->out->remedy; /* what else was tried was about the order of threads */
  *out = *found;
  out->assumed = OMEN_ASSUMED_MEMORY;
  out->orders = omen_xcalloc(o->n + 1, sizeof *out->orders);
  for (size_t i = 0; i < o->n; i++)
    if (o->of[i].order) out->orders[out->norders++] = o->of[i];
}

static bool has_plain(const struct orders *o) {
  for (size_t i = 0; i < o->n; i++)
    if (!o->of[i].atomic) return true;
  return false;
}

static int search(struct orders *o, bool tso) {
  struct omen_remedy found;
  struct seen s;
  bool yes = false, plain = has_plain(o);
  set_all(o, true, true);
  if (run(o, o->tried, o->ntried, &s)) return -1;
  if (s.nfail) return 0; /* it happens on any machine */
  o->others = s.nother;
  for (int step = tso ? 2 : 0; step < 4 && !yes && !over(o); step++)
    if ((plain || !(step & 1)) && try_step(o, step & 1, step >= 2, &found, &yes)) return -1;
  if (!yes) return 0;
  struct orders fences = *o;
  bool seq_cst = false;
  for (size_t i = 0; i < fences.n; i++) {
    seq_cst |= fences.of[i].order == SEQ_CST;
    fences.of[i].order = RELAXED;
  }
  if (seq_cst && try_fence(&fences, &found)) return -1;
  answer(o, &found);
  return 0;
}

int omen_asking_orders(struct omen_asking *a) {
  uint32_t flags = a->q->x->recording->manifest.flags;
  if (omen_memory_of(flags) == OMEN_MEMORY_SC || !omen_outcome_counter(&a->failing.outcome, "stale"))
    return 0;
  struct orders *o = omen_xcalloc(1, sizeof *o);
  struct found found = {.n = 0};
  *o = (struct orders){.a = a, .fence = OMEN_NO_SITE, .found = &found, .until = omen_work() + SECONDS};
  uint64_t live = omen_outcome_counter(&a->failing.outcome, "live_events");
  o->events = a->q->events ? a->q->events : TIMES * live + MORE;
  find_sites(o);
  int result = o->n ? run_pool(o) : 0;
  if (!result && o->n && o->fails[0]) result = search(o, omen_memory_of(flags) == OMEN_MEMORY_TSO);
  for (int i = 0; i < found.n; i++) omen_plan_release(&found.plan[i]);
  free(o);
  return result;
}
