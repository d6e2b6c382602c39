/* Incidents for people: see incident_told.h. */
#include "report/incident_told.h"
#include "report/defect.h"
#include "report/incident_words.h"
#include <stdlib.h>
#include <string.h>

/* ---- the cause ---- */

static bool same_sites(const struct omen_cause_pair *p, uint32_t a, uint32_t b) {
  return (a == p->side[0].site && b == p->side[1].site) || (b == p->side[0].site && a == p->side[1].site);
}

/* One place of the source may be several instructions: where it was inlined. */
static bool is_race(const struct omen_race *race, const struct omen_cause_pair *p) {
  if (same_sites(p, race->access[0].site, race->access[1].site)) return true;
  for (size_t i = 0; i < race->samples; i++)
    if (same_sites(p, race->sample[i].access[0].site, race->sample[i].access[1].site)) return true;
  return false;
}

/* The race of the report that these two instructions are; on the same memory, if there are several. */
static const char *race_of(const struct omen_report *r, const struct omen_cause_pair *p) {
  const char *found = NULL;
  for (size_t i = 0; p->kind == OMEN_PAIR_RACE && i < r->nraces; i++) {
    const struct omen_race *race = &r->races[i];
    if (!race->access[0].known || !is_race(race, p)) continue;
    if (race->location.addr < p->where.addr + p->where.len &&
        p->where.addr < race->location.addr + race->location.size)
      return race->id;
    if (!found) found = race->id;
  }
  return found;
}

static struct omen_caused_side side_of(struct omen_explainer *x, const struct omen_cause_side *s,
                                       struct omen_access *a) {
  struct omen_pcs pcs = {s->pcs, s->npcs};
  *a = (struct omen_access){.thread = (int)s->thread,
                            .write = s->write,
                            .atomic = s->atomic,
                            .addr = s->addr,
                            .size = s->size,
                            .stack = omen_resolve_pcs(&x->resolver, &pcs)};
  if (s->site != OMEN_NO_SITE) omen_resolve_site_place(&x->resolver, a, s->site);
  struct omen_caused_side out = {.thread = a->thread,
                                 .write = s->write,
                                 .atomic = s->atomic,
                                 .use = s->use,
                                 .instruction = s->site == OMEN_NO_SITE ? 0 : s->site + 1,
                                 .at = {a->function, a->file, a->path, a->line},
                                 .text = a->text,
                                 .stack = a->stack};
  if (!out.at.line) out.at = omen_explain_place(&a->stack);
  return out;
}

static struct omen_caused_pair pair_of(struct omen_explainer *x, const struct omen_cause_pair *p) {
  struct omen_access a[2];
  struct omen_caused_pair out = {.race = omen_pool_str(&x->report->pool, race_of(x->report, p)),
                                 .region = p->kind != OMEN_PAIR_RACE};
  for (int k = 0; k < 2; k++) out.side[k] = side_of(x, &p->side[k], &a[k]);
  if (p->kind == OMEN_PAIR_LOCK || p->kind == OMEN_PAIR_USE) {
    out.variable = omen_resolve_object(&x->resolver, p->where.addr);
  } else {
    struct omen_location l = {0};
    uint64_t addr = p->where.len ? p->where.addr : p->side[0].addr,
             size = p->where.len ? p->where.len : p->side[0].size;
    omen_resolve_location(&x->resolver, &l, addr, size, &a[0], &a[1]);
    out.variable = l.name;
    free(l.allocated.frames);
  }
  return out;
}

/* "wants[0]" of an instruction that accesses others as well: "wants[...]". */
static const char *name_of(struct omen_explainer *x, const char *name, bool several) {
  struct omen_buf b = {0};
  if (!several || !name) return name;
  for (const char *p = name; *p; p++) {
    omen_buf_addf(&b, "%c", *p);
    if (*p != '[' || !strspn(p + 1, "0123456789")) continue;
    omen_buf_adds(&b, "...");
    p += strspn(p + 1, "0123456789");
  }
  const char *kept = omen_pool_str(&x->report->pool, b.data);
  omen_buf_release(&b);
  return kept;
}

static bool same_text(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

/* One place may be several instructions, each with an element of its own. */
static bool had(struct omen_explainer *x, struct omen_report_incident *i, const struct omen_told_order *o) {
  for (size_t k = 0; k < i->norders; k++) {
    struct omen_told_order *p = &i->orders[k];
    if (!p->at.line || p->at.line != o->at.line || p->reads != o->reads || p->writes != o->writes ||
        p->order != o->order)
      continue;
    if (same_text(p->variable, o->variable)) return true;
    const char *both = name_of(x, p->variable, true);
    if (!same_text(both, name_of(x, o->variable, true))) continue;
    p->variable = both;
    return true;
  }
  return false;
}

static struct omen_told_order order_of(struct omen_explainer *x, const struct omen_stronger *s) {
  static const char *const words[] = {"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"};
  struct omen_access a = {.thread = (int)s->thread, .addr = s->where.addr, .size = s->where.len};
  struct omen_location l = {0};
  omen_resolve_site_place(&x->resolver, &a, s->site);
  omen_resolve_location(&x->resolver, &l, s->where.addr, s->where.len, &a, NULL);
  free(l.allocated.frames);
  return (struct omen_told_order){.variable = name_of(x, l.name, s->several),
                                  .order = words[s->order],
                                  .reads = s->reads,
                                  .writes = s->writes,
                                  .atomic = s->atomic,
                                  .at = {a.function, a.file, a.path, a.line}};
}

static void add_orders(struct omen_explainer *x, const struct omen_remedy *r,
                       struct omen_report_incident *out) {
  struct omen_access a = {0};
  if (r->assumed != OMEN_ASSUMED_MEMORY) return;
  out->orders = omen_xcalloc(r->norders + 1, sizeof *out->orders);
  for (size_t i = 0; i < r->norders; i++) {
    struct omen_told_order o = order_of(x, &r->orders[i]);
    if (!had(x, out, &o)) out->orders[out->norders++] = o;
  }
  out->remedy_without = r->without;
  out->remedy_whole = r->whole;
  if (r->fence == OMEN_NO_SITE) return;
  omen_resolve_site_place(&x->resolver, &a, r->fence);
  out->fence = (struct omen_where){a.function, a.file, a.path, a.line};
}

/* "a.c:7"; where nothing is known of it, its thread must be enough. */
static const char *place(struct omen_pool *pool, const struct omen_where *w) {
  if (!w->line || !w->file) return "a place that is not known";
  const char *name = strrchr(w->file, '/');
  return omen_pool_fmt(pool, "%s:%d", name ? name + 1 : w->file, w->line);
}

static const char *act(const struct omen_caused_pair *p, int k) {
  if (p->region && !p->side[k].atomic) return omen_incident_use(p->side[k].use)->did;
  return p->side[k].write ? "wrote" : "read";
}

static const char *one_order(struct omen_pool *pool, const struct omen_caused_pair *p) {
  const struct omen_caused_side *a = &p->side[0], *b = &p->side[1];
  return omen_pool_fmt(pool, "T%d %s `%s` at %s before T%d %s it at %s", a->thread, act(p, 0),
                       p->variable ? p->variable : "?", place(pool, &a->at), b->thread, act(p, 1),
                       place(pool, &b->at));
}

static const char *because(struct omen_pool *pool, const struct omen_report_incident *i) {
  if (!i->npairs) return NULL;
  const char *text = omen_pool_fmt(pool, "only because %s", one_order(pool, &i->pairs[0]));
  for (size_t k = 1; k < i->npairs && k < 4; k++)
    text = omen_pool_fmt(pool, "%s, and %s", text, one_order(pool, &i->pairs[k]));
  if (i->npairs > 4)
    text = omen_pool_fmt(pool, "%s, and %zu more order%s", text, i->npairs - 4, i->npairs == 5 ? "" : "s");
  return text;
}

/* ---- its run ---- */

/* To bring an order about that holds already may hold a thread all the same. */
static bool shows_another(const struct omen_incident *i, const struct omen_result *r) {
  return i->wrong.what != OMEN_CONSEQUENCE_INFINITE_LOOP && !omen_wrong_same(omen_wrong_of(r), i->wrong);
}

/* The run as it is, without what names the memory of its cause. */
static int exhibit_plainly(struct omen_explorer *by, struct omen_exhibit *e, struct omen_err *err) {
  struct omen_result plain;
  e->plan[1].nconstraints = 0;
  if (omen_explore_fresh(by, &e->plan[1], 1, &plain, err)) return -1;
  omen_result_release(&e->result[1]);
  e->result[1] = plain;
  return 0;
}

/* The run that goes wrong, and beside it the one that does not: with the cause reversed, or else the recorded
 * one. Accesses to the memory of the cause are told: the order as it is, which holds already, names it. */
static int exhibit(struct omen_explorer *by, const struct omen_incident *i, struct omen_exhibit *e,
                   struct omen_err *err) {
  *e = (struct omen_exhibit){.plan = {omen_plan_copy(&i->cause.prevented), omen_plan_copy(&i->plan)},
                             .guilty = true,
                             .defect = i->defect,
                             .apart = true,
                             .before = i->before,
                             .after = i->after};
  for (uint64_t k = 0; k < i->cause.prevented.nconstraints; k++) {
    struct omen_plan_constraint c = i->cause.prevented.constraints[k];
    struct omen_plan_event was = c.earlier;
    c.earlier = c.later;
    c.later = was;
    omen_plan_add_constraint(&e->plan[1], &c);
  }
  for (int k = 0; k < 2; k++) e->plan[k].tell = OMEN_TELL_LIVE;
  int result = omen_explore_fresh(by, e->plan, 2, e->result, err);
  if (result) e->result[0] = e->result[1] = (struct omen_result){0};
  if (!result && !i->plan.nconstraints && shows_another(i, &e->result[1]))
    result = exhibit_plainly(by, e, err);
  if (result) omen_exhibit_release(e);
  return result;
}

static struct omen_where where_it_ends(const struct omen_shown *s) {
  struct omen_where at = omen_explain_place(&s->end.stack);
  const struct omen_report_defect *d = s->end.defect;
  if (d) at = (struct omen_where){d->access.function, d->access.file, d->access.path, d->access.line};
  if (d && !at.line) at = omen_explain_place(&d->access.stack);
  for (size_t i = 0; !at.line && s->end.how == OMEN_END_ENDLESS && i < s->end.nwaits; i++)
    if (!strcmp(s->end.waits[i].what, "run")) at = omen_explain_place(&s->end.waits[i].stack);
  for (size_t i = 0; !at.line && i < s->end.nwaits; i++) at = omen_explain_place(&s->end.waits[i].stack);
  return at;
}

int omen_incident_explain(struct omen_explainer *x, struct omen_explorer *by, const struct omen_incident *i,
                          const char *shown, struct omen_report_incident *out, struct omen_err *err) {
  struct omen_pool *pool = &x->report->pool;
  const struct omen_cause *c = &i->cause;
  struct omen_exhibit e;
  *out = (struct omen_report_incident){
      .consequence = i->wrong.what,
      .loop = i->loop,
      .what = omen_pool_str(pool, i->what),
      .runs = (size_t)i->runs,
      .recorded = i->recorded,
      .confirmed = i->confirmed,
      .cause = c->kind,
      .tested = c->tested,
      .further = c->tested ? c->further : 0,
      .remedy_schedules = c->remedy.schedules,
      .remedy_fails = c->remedy.fail,
      .remedy_together = c->remedy.assumed == OMEN_ASSUMED_TOGETHER,
      .enough = c->enough == OMEN_ENOUGH_UNKNOWN ? -1 : c->enough == OMEN_ENOUGH_YES,
      .seconds = i->seconds};
  memcpy(out->id, i->id, sizeof out->id);
  if (!i->confirmed) return 0;
  if (exhibit(by, i, &e, err)) return -1;
  out->shown = omen_explain(x, &e, err);
  int result = out->shown && !omen_explainer_open(x, &e.result[1].outcome, err) ? 0 : -1;
  if (!result) {
    out->at = where_it_ends(out->shown);
    out->pairs = omen_xcalloc(c->npairs + 1, sizeof *out->pairs);
    for (; out->npairs < c->npairs; out->npairs++)
      out->pairs[out->npairs] = pair_of(x, &c->pairs[out->npairs]);
    omen_incident_sort_pairs(out);
    add_orders(x, &c->remedy, out);
    out->because = because(pool, out);
    char *word = omen_shell_word(shown);
    out->replay = omen_pool_fmt(pool, "omen replay %s --incident %s", word, i->id);
    if (c->tested)
      out->prevented = omen_pool_fmt(pool, "omen replay %s --incident %s --prevented", word, i->id);
    free(word);
    x->resolver.outcome = NULL;
  }
  omen_exhibit_release(&e);
  return result;
}

void omen_incident_release(struct omen_report_incident *i) {
  for (size_t k = 0; k < i->npairs; k++)
    for (int side = 0; side < 2; side++) free(i->pairs[k].side[side].stack.frames);
  free(i->pairs);
  free(i->orders);
  i->orders = NULL;
  i->norders = 0;
  i->pairs = NULL;
  i->npairs = 0;
}

bool omen_incident_same(const struct omen_report_incident *a, const struct omen_report_incident *b) {
  if (a->consequence != b->consequence) return false;
  if (!strcmp(a->id, b->id)) return true;
  return a->at.line && a->at.line == b->at.line && same_text(a->at.file, b->at.file) &&
         same_text(a->at.function, b->at.function);
}

static bool worse(const struct omen_report_incident *a, const struct omen_report_incident *b) {
  if (a->confirmed != b->confirmed) return a->confirmed;
  return a->consequence < b->consequence; /* verdicts.def has the worst first */
}

void omen_report_add_incident(struct omen_report *r, const struct omen_report_incident *i) {
  for (size_t k = 0; k < r->nincidents; k++)
    if (!strcmp(r->incidents[k].id, i->id)) {
      if (!r->incidents[k].home) omen_incident_release(&r->incidents[k]);
      memmove(&r->incidents[k], &r->incidents[k + 1], (--r->nincidents - k) * sizeof *r->incidents);
      break;
    }
  r->incidents = omen_xrealloc(r->incidents, (r->nincidents + 1) * sizeof *r->incidents);
  size_t at = r->nincidents++;
  for (; at && worse(i, &r->incidents[at - 1]); at--) r->incidents[at] = r->incidents[at - 1];
  r->incidents[at] = *i;
}
