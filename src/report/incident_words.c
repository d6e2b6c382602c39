/* Incidents in a few words: see incident_words.h. */
#include "report/incident_words.h"
#include "report/stacks.h"
#include "record/defect_words.h"
#include "report/defect.h"
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

bool omen_incident_told(const struct omen_report_incident *i) { return i->confirmed && !i->mark.suppressed; }

static bool same_text(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

static bool stands_at(const struct omen_access *a, const struct omen_caused_side *s) {
  return a->line > 0 && a->line == s->at.line && same_text(a->file, s->at.file);
}

/* Is the race part of its cause? So are all races of the same two lines: reads and writes of `n = n + 1`. */
static bool blames(const struct omen_report_incident *i, const struct omen_race *race) {
  const struct omen_access *a = race->access;
  for (size_t k = 0; k < i->npairs; k++) {
    const struct omen_caused_pair *p = &i->pairs[k];
    if (p->race && !strcmp(p->race, race->id)) return true;
    if (p->region || !same_text(p->variable, race->location.name)) continue;
    if (stands_at(&a[0], &p->side[0]) && stands_at(&a[1], &p->side[1])) return true;
    if (stands_at(&a[0], &p->side[1]) && stands_at(&a[1], &p->side[0])) return true;
  }
  return false;
}

const struct omen_report_incident *omen_incident_of_race(const struct omen_report *r,
                                                         const struct omen_race *race) {
  const struct omen_verdict *v = &race->verdict;
  if (v->class != OMEN_CLASS_SPEC_VIOLATED) return NULL;
  for (size_t k = 0; k < r->nincidents; k++) {
    const struct omen_report_incident *i = &r->incidents[k];
    if (!omen_incident_told(i)) continue;
    if (v->incident ? !strcmp(v->incident, i->id) : v->consequence == i->consequence && blames(i, race))
      return i;
  }
  return NULL;
}

static bool races_on(const struct omen_report_incident *i, const char *variable) {
  for (size_t k = 0; k < i->npairs; k++)
    if (!i->pairs[k].region && i->pairs[k].variable && !strcmp(i->pairs[k].variable, variable)) return true;
  return false;
}

static bool races_on_all_of(const struct omen_report_incident *i, const struct omen_report_incident *other) {
  for (size_t k = 0; k < other->npairs; k++) {
    const struct omen_caused_pair *p = &other->pairs[k];
    if (p->region || !p->variable || !races_on(i, p->variable)) return false;
  }
  return other->npairs > 0;
}

const struct omen_report_incident *omen_incident_same_mistake(const struct omen_report *r,
                                                              const struct omen_report_incident *i) {
  for (const struct omen_report_incident *earlier = r->incidents; earlier < i; earlier++)
    if (omen_incident_told(earlier) && races_on_all_of(earlier, i)) return earlier;
  return NULL;
}

static bool is_access(const struct omen_shown_step *s, const struct omen_race *race) {
  const struct omen_location *l = &race->location;
  bool here = false;
  for (int k = 0; k < 2; k++)
    here |= race->access[k].line > 0 && race->access[k].line == s->at.line &&
            same_text(race->access[k].file, s->at.file);
  return here && (!s->stale_addr || (s->stale_addr < l->addr + l->size && l->addr < s->stale_addr + 8));
}

bool omen_incident_stale(const struct omen_report_incident *i, const struct omen_race *race) {
  for (size_t k = 0; i->shown && k < i->shown->nsteps; k++)
    if (i->shown->steps[k].stale && is_access(&i->shown->steps[k], race)) return true;
  return false;
}

size_t omen_incidents_told(const struct omen_report *r) {
  size_t n = 0;
  for (size_t i = 0; i < r->nincidents; i++) n += omen_incident_told(&r->incidents[i]);
  return n;
}

size_t omen_incidents_lost(const struct omen_report *r) {
  size_t n = 0;
  for (size_t i = 0; i < r->nincidents; i++)
    n += !r->incidents[i].confirmed && !r->incidents[i].mark.suppressed;
  return n;
}

/* ---- what happens ---- */

static void add_place(struct omen_buf *b, const struct omen_where *at) {
  if (at->file && at->line > 0)
    omen_buf_addf(b, "%s:%d", omen_base_name(at->file), at->line);
  else
    omen_buf_adds(b, at->function ? at->function : "a place that is not known");
}

char *omen_incident_title(const struct omen_report_incident *i) {
  struct omen_buf b = {0};
  const char *word = omen_consequence_word(i->consequence);
  omen_buf_adds(&b, word ? word : "failure");
  if (i->at.file && i->at.line > 0) {
    omen_buf_adds(&b, " at ");
    add_place(&b, &i->at);
  }
  if (i->at.function) omen_buf_addf(&b, " in %s", i->at.function);
  return b.data;
}

static void add_capital(struct omen_buf *b, const char *text) {
  omen_buf_addf(b, "%c%s", text[0] >= 'a' && text[0] <= 'z' ? text[0] - 32 : text[0], text + 1);
}

char *omen_incident_sentence(const struct omen_report_incident *i) {
  struct omen_buf b = {0};
  char *title = omen_incident_title(i);
  add_capital(&b, title);
  if (i->what && i->what[0]) omen_buf_addf(&b, ": %s", i->what);
  omen_buf_adds(&b, ".");
  if (!i->confirmed)
    omen_buf_adds(&b, " It did not show again in a fresh process.");
  else if (i->because)
    omen_buf_addf(&b, " It happens %s.", i->because);
  free(title);
  return b.data;
}

const struct omen_use_words *omen_incident_use(enum omen_raw_use use) {
  static const struct omen_use_words words[] = {
#define OMEN_USE(symbol, word, does, did) {word, does, did},
#include "record/uses.def"
  };
  return &words[use < OMEN_RAW_USES ? use : OMEN_RAW_USE_NONE];
}

/* ---- what would prevent it ---- */

static bool same_line(const struct omen_caused_side *a, const struct omen_caused_side *b) {
  return a->thread == b->thread && a->at.line == b->at.line && same_text(a->at.file, b->at.file) &&
         same_text(a->at.function, b->at.function);
}

/* `if (box) use(*box);` looks twice in one line. */
static bool same_side(const struct omen_caused_side *a, const struct omen_caused_side *b) {
  bool other = a->instruction && b->instruction && a->instruction != b->instruction;
  return same_line(a, b) && a->write == b->write && !other;
}

bool omen_incident_between(const struct omen_report_incident *i, struct omen_between *out) {
  for (size_t a = 0; a < i->npairs; a++)
    for (size_t b = 0; b < i->npairs; b++) {
      const struct omen_caused_pair *p = &i->pairs[a], *q = &i->pairs[b];
      if (a == b || p->region != q->region || !same_text(p->variable, q->variable)) continue;
      if (p->side[0].thread != q->side[1].thread || !same_side(&p->side[1], &q->side[0])) continue;
      *out = (struct omen_between){p, q};
      return true;
    }
  return false;
}

void omen_incident_sort_pairs(struct omen_report_incident *i) {
  struct omen_between x;
  if (!omen_incident_between(i, &x) || x.first < x.second) return;
  struct omen_caused_pair *a = &i->pairs[x.second - i->pairs], *b = &i->pairs[x.first - i->pairs], was = *a;
  *a = *b;
  *b = was;
}

static const char *noun(const struct omen_caused_pair *p, bool many) {
  if (p->region) return many ? "regions" : "region";
  return many ? "accesses" : "access";
}

static void add_side(struct omen_buf *b, const struct omen_caused_pair *p, int side) {
  omen_buf_addf(b, "T%d's %s at ", p->side[side].thread, noun(p, false));
  add_place(b, &p->side[side].at);
}

static void add_together(struct omen_buf *b, const struct omen_between *x) {
  const struct omen_caused_pair *p = x->first, *q = x->second;
  bool once = same_line(&p->side[0], &q->side[1]); /* one line that reads and writes */
  omen_buf_addf(b, "T%d's %s", p->side[0].thread, noun(p, true));
  if (p->variable) omen_buf_addf(b, " %s `%s`", p->region ? "of" : "to", p->variable);
  omen_buf_adds(b, " at ");
  add_place(b, &p->side[0].at);
  if (!once) {
    omen_buf_adds(b, " and ");
    add_place(b, &q->side[1].at);
  }
  omen_buf_adds(b, " in one critical section, and ");
  add_side(b, p, 1);
  omen_buf_adds(b, " under the same lock");
}

static void add_order(struct omen_buf *b, const struct omen_caused_pair *p) {
  add_side(b, p, 1);
  omen_buf_adds(b, " always before ");
  add_side(b, p, 0);
  omen_buf_adds(b, " (join, or wait for a condition)");
}

static void add_all(struct omen_buf *b, const struct omen_report_incident *i) {
  omen_buf_addf(b, "the %s above", noun(&i->pairs[0], true));
  const char *lead = i->pairs[0].region ? ", of `" : ", to `";
  for (size_t k = 0; k < i->npairs; k++) {
    bool had = !i->pairs[k].variable;
    for (size_t j = 0; j < k && !had; j++) had = same_text(i->pairs[j].variable, i->pairs[k].variable);
    if (had) continue;
    omen_buf_addf(b, "%s%s`", lead, i->pairs[k].variable);
    lead = ", `";
  }
  omen_buf_adds(b, ", each with what belongs to it, in critical sections of one lock");
}

/* The remedy is that all are in critical sections; else that they come in an order. */
static bool is_together(const struct omen_report_incident *i) {
  struct omen_between x;
  return i->remedy_together || i->cause == OMEN_CAUSE_RACES || omen_incident_between(i, &x);
}

/* One variable's accesses are told together. */
static void add_orders(struct omen_buf *b, const struct omen_report_incident *i) {
  for (size_t k = 0; k < i->norders; k++) {
    const struct omen_told_order *o = &i->orders[k], *was = k ? o - 1 : NULL;
    bool same = was && same_text(was->variable, o->variable) && was->atomic == o->atomic;
    if (k) omen_buf_adds(b, k + 1 == i->norders ? " and " : ", ");
    if (!same) omen_buf_addf(b, "`%s` %s", o->variable ? o->variable : "?", o->atomic ? "" : "atomic, ");
    omen_buf_addf(b, "%s with memory_order_%s at ",
                  !o->writes  ? "loaded"
                  : !o->reads ? "stored"
                              : "changed",
                  o->order);
    add_place(b, &o->at);
  }
  if (!i->fence.line) return;
  omen_buf_adds(b, "; or a fence, atomic_thread_fence(memory_order_seq_cst), right before ");
  add_place(b, &i->fence);
}

char *omen_incident_remedy(const struct omen_report_incident *i) {
  struct omen_buf b = {0};
  struct omen_between x;
  if (i->confirmed && i->norders) {
    add_orders(&b, i);
    return b.data;
  }
  if (!i->confirmed || !i->npairs) return NULL;
  if (i->consequence == OMEN_CONSEQUENCE_DEADLOCK && i->pairs[0].region)
    omen_buf_adds(&b, "the same locks in the same order in all threads; or ");
  if (omen_incident_between(i, &x)) {
    add_together(&b, &x);
  } else if (is_together(i)) {
    add_all(&b, i);
  } else {
    add_order(&b, &i->pairs[0]);
    if (i->cause != OMEN_CAUSE_ORDER)
      omen_buf_adds(&b, "; or, where both orders are right, both, each with what belongs to it, in critical "
                        "sections of one lock");
  }
  if (i->remedy_fails)
    omen_buf_addf(&b, " (not enough: %d of %d schedules with that assumed fail all the same)",
                  i->remedy_fails, i->remedy_schedules);
  return b.data;
}

static char *orders_checked(const struct omen_report_incident *i) {
  int n = i->remedy_schedules, without = i->remedy_without;
  const char *s = without == 1 ? "s" : "";
  if (i->remedy_whole)
    return omen_format("Checked: all schedules with that assumed, none fails; of %d without it, %d fail%s", n,
                       without, s);
  return omen_format("Checked: %d schedules with that assumed, none fails; %d of them fail%s without it", n,
                     without, s);
}

char *omen_incident_checked(const struct omen_report_incident *i) {
  int n = i->remedy_schedules, fail = i->remedy_fails;
  const char *s = n == 1 ? "" : "s", *what = i->remedy_together ? "that assumed" : "that order";
  if (i->norders) return orders_checked(i);
  if (!n) return omen_format("Not checked: no schedule with %s could be had", what);
  if (is_together(i) && !i->remedy_together)
    return omen_format("Not checked with that assumed; in %d schedule%s with the order reversed, %s", n, s,
                       fail ? "some fail" : "none fails");
  if (!fail) return omen_format("Checked: %d schedule%s with %s, none fails", n, s, what);
  return omen_format("Checked: %d schedule%s with %s, %d of them fail%s all the same", n, s, what, fail,
                     fail == 1 ? "s" : "");
}

char *omen_incident_prevention(const struct omen_report_incident *i) {
  char *remedy = omen_incident_remedy(i);
  if (!remedy) return NULL;
  char *how_far = omen_incident_checked(i);
  char *both = omen_format("What %s: %s. %s.",
                           i->remedy_fails ? "helps, but does not always prevent it" : "would prevent it",
                           remedy, how_far);
  free(how_far);
  free(remedy);
  return both;
}

/* ---- its name ---- */

static uint64_t mix(uint64_t h, const char *s) {
  return XXH3_64bits_withSeed(s ? s : "", s ? strlen(s) : 0, h);
}

/* Up to the user's own code, as the ids of races; callers come and go. Once it was the three innermost. */
static uint64_t mix_stack(uint64_t h, const struct omen_stack *s, bool former) {
  size_t n = former ? 3 : omen_stacks_own_code(s->frames, s->n);
  for (size_t i = 0; i < s->n && i < n; i++) h = mix(h, s->frames[i].function);
  return h;
}

static void name_incident(const struct omen_report_incident *i, bool former, char out[24]) {
  uint64_t h = mix(7, omen_consequence_word(i->consequence)), waits = 0;
  h = mix(mix(h, i->at.function), omen_base_name(i->at.file));
  const struct omen_shown_end *e = i->shown ? &i->shown->end : NULL;
  if (e && e->defect) {
    h = mix(mix_stack(mix(h, omen_defect_word(e->defect->kind)), &e->defect->access.stack, former),
            e->defect->object);
  } else if (e) {
    h = mix_stack(h, &e->stack, former);
    for (size_t k = 0; k < e->nwaits; k++) /* in any order: threads have other numbers in other runs */
      waits += mix_stack(mix(mix(5, e->waits[k].what), e->waits[k].object), &e->waits[k].stack, former);
  }
  snprintf(out, 24, "%012llx", (unsigned long long)((h ^ waits) >> 16));
}

void omen_incident_key(const struct omen_report_incident *i, char out[24]) { name_incident(i, false, out); }

void omen_incident_former_key(const struct omen_report_incident *i, char out[24]) {
  name_incident(i, true, out);
}
