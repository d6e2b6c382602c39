/* Evidence in words: see explain.h. */
#include "report/explain.h"
#include "report/difference.h"
#include "record/defect_words.h"
#include "report/defect.h"
#include "report/stacks.h"
#include <stdlib.h>
#include <string.h>

static struct omen_where place_of(const struct omen_frame *f) {
  return (struct omen_where){f->function, f->file, f->path, f->line};
}

static bool system_library(const char *module) {
  static const char *const names[] = {"libc.so", "libstdc++.so",  "libc++.so",
                                      "libm.so", "libpthread.so", "ld-linux"};
  for (size_t i = 0; module && i < sizeof names / sizeof *names; i++)
    if (!strncmp(module, names[i], strlen(names[i]))) return true;
  return false;
}

struct omen_where omen_explain_place(const struct omen_stack *s) {
  for (size_t i = 0; i < s->n; i++)
    if (s->frames[i].line && s->frames[i].path && !strstr(s->frames[i].path, "/c++/") &&
        !omen_stacks_own(&s->frames[i]) && !system_library(s->frames[i].module))
      return place_of(&s->frames[i]);
  return (struct omen_where){0};
}

static struct omen_where place_of_pcs(struct omen_resolver *v, const struct omen_pcs *pcs) {
  struct omen_stack s = omen_resolve_pcs(v, pcs);
  struct omen_where p = omen_explain_place(&s);
  free(s.frames);
  return p;
}

/* ---- steps ---- */

static const char *does(struct omen_explainer *x, const struct omen_out_step *s) {
  struct omen_pool *pool = &x->report->pool;
  if (s->to < 0) return !strcmp(s->why, "w") ? "writes" : "reads";
  if (!strcmp(s->why, "race") || !strcmp(s->why, "held") || !strcmp(s->why, "preempted")) return "is stopped";
  if (!strcmp(s->why, "yield")) return s->to == s->thread ? "goes on" : "yields";
  if (!strcmp(s->why, "done")) return "ends";
  if (!strcmp(s->why, "sleep")) return "sleeps";
  if (!strcmp(s->why, "join")) return "waits for a thread to end";
  const char *object = s->object ? omen_resolve_waited(&x->resolver, s->why, s->object) : NULL;
  if (object) return omen_pool_fmt(pool, "waits for %s `%s`", s->why, object);
  return omen_pool_fmt(pool, "waits for %s", s->why);
}

static struct omen_where step_place(struct omen_explainer *x, const struct omen_out_step *s) {
  if (s->to >= 0) return place_of_pcs(&x->resolver, &s->pcs);
  struct omen_access a = {.stack = omen_resolve_pcs(&x->resolver, &s->pcs)};
  omen_resolve_site_place(&x->resolver, &a, s->site);
  struct omen_where p = {a.function, a.file, a.path, a.line};
  if (!p.file) { /* free and its kin: where that was called */
    struct omen_where caller = omen_explain_place(&a.stack);
    if (caller.file) p = caller;
  }
  free(a.stack.frames);
  return p;
}

/* What the access did not see, or went before: newer stores. */
static const char *stale_value(struct omen_explainer *x, const struct omen_out_step *s, const char *value) {
  struct omen_pool *pool = &x->report->pool;
  const char *who = s->stale_by > 0 ? omen_pool_fmt(pool, "T%d's", s->stale_by) : "the main thread's";
  if (s->why[0] == 'w')
    return omen_pool_fmt(pool, "%s%sbehind %s store", value ? value : "", value ? ", " : "", who);
  if (s->stale == 1) return omen_pool_fmt(pool, "%s, not %s newer store", value ? value : "?", who);
  return omen_pool_fmt(pool, "%s, not %u newer stores", value ? value : "?", s->stale);
}

/* Most are small numbers; what is not is easier to know again in hexadecimal. */
static const char *number_of(struct omen_explainer *x, const struct omen_out_step *s) {
  if (!s->size || s->size > 8 || s->to >= 0) return NULL;
  unsigned unused = 64 - 8 * s->size;
  int64_t v = (int64_t)(s->value << unused) >> unused;
  if (v > -1000000000000 && v < 1000000000000) return omen_pool_fmt(&x->report->pool, "%lld", (long long)v);
  return omen_pool_fmt(&x->report->pool, "0x%llx", (unsigned long long)s->value);
}

static const char *value_of(struct omen_explainer *x, const struct omen_out_step *s) {
  const char *number = number_of(x, s);
  return s->stale && s->to < 0 ? stale_value(x, s, number) : number;
}

static void add_steps(struct omen_explainer *x, const struct omen_outcome *o, struct omen_shown_step **steps,
                      size_t *n, size_t *cap) {
  for (size_t i = 0; i < o->nsteps; i++) {
    const struct omen_out_step *s = &o->steps[i];
    OMEN_GROW(*steps, *n, *cap);
    (*steps)[(*n)++] = (struct omen_shown_step){.thread = s->thread,
                                                .to = s->to,
                                                .event = s->point,
                                                .does = does(x, s),
                                                .chosen = s->chosen,
                                                .stale = s->stale != 0,
                                                .stale_addr = s->stale ? s->object : 0,
                                                .value = value_of(x, s),
                                                .at = step_place(x, s)};
  }
}

/* ---- ends ---- */

/* What a program that aborts says last: the assertion, or what libc found. */
static const char *last_words(struct omen_pool *pool, const struct omen_result *r) {
  struct omen_buf text = {0};
  omen_result_text(r, 2, &text);
  size_t to = text.len;
  while (to && text.data[to - 1] == '\n') to--;
  size_t from = to;
  while (from && text.data[from - 1] != '\n') from--;
  char *line = omen_xstrndup(text.data ? text.data + from : "", to - from);
  for (char *p = line; *p; p++)
    if ((unsigned char)*p < ' ') *p = ' ';
  const char *kept = *line ? omen_pool_str(pool, line) : NULL;
  free(line);
  omen_buf_release(&text);
  return kept;
}

/* A stack that ends in a library, where frames cannot be followed, says little: then also the place that the
 * thread was last seen at. */
static void last_seen(struct omen_stack *s, const struct omen_shown *shown, int thread) {
  if (omen_explain_place(s).line) return;
  for (size_t i = shown->nsteps; i--;) {
    const struct omen_shown_step *t = &shown->steps[i];
    if (t->thread != thread || !t->at.line) continue;
    s->frames = omen_xrealloc(s->frames, (s->n + 1) * sizeof *s->frames);
    s->frames[s->n++] = (struct omen_frame){.function = t->at.function ? t->at.function : "(unnamed)",
                                            .file = t->at.file,
                                            .path = t->at.path,
                                            .line = t->at.line};
    return;
  }
}

/* The one that the verdict is about, or else the one that it ended with. */
static struct omen_report_defect *defect(struct omen_explainer *x, const struct omen_outcome *o,
                                         uint64_t name) {
  const struct omen_out_defect *d = name ? omen_outcome_defect(o, name) : NULL;
  if (!d && o->end == OMEN_END_DEFECT && o->ndefects) d = &o->defects[o->ndefects - 1];
  return d ? omen_defect_resolve(&x->resolver, d) : NULL;
}

static void add_end(struct omen_explainer *x, struct omen_shown_end *e, const struct omen_result *r,
                    uint64_t name) {
  const struct omen_outcome *o = &r->outcome;
  e->how = o->end == OMEN_END_LOST ? OMEN_END_UNKNOWN : o->end;
  e->status = o->status;
  e->thread = -1;
  if (o->end == OMEN_END_SIGNAL) {
    e->addr = o->addr;
    e->thread = o->crashed;
    e->stack = omen_resolve_fault(&x->resolver, o->pc, &o->crash);
    if (o->status == 6) e->message = last_words(&x->report->pool, r);
  }
  e->defect = defect(x, o, name);
  if (o->end == OMEN_END_DEFECT) return; /* who waits meanwhile has nothing to do with it */
  e->waits = omen_resolve_holds(&x->resolver, o->waits, e->nwaits = o->nwaits);
  e->holds = omen_resolve_holds(&x->resolver, o->holds, e->nholds = o->nholds);
}

/* ---- outputs ---- */

/* The call that put the byte into its stream, or else the one that wrote it out. */
static struct omen_where writer(struct omen_explainer *x, const struct omen_result *r, uint32_t fd,
                                uint64_t at) {
  const struct omen_outcome *o = &r->outcome;
  for (size_t i = 0; i < o->nfrom; i++)
    if (o->from[i].fd == fd && at >= o->from[i].at && at - o->from[i].at < o->from[i].len)
      return place_of_pcs(&x->resolver, &o->from[i].pcs);
  uint64_t before = 0;
  for (size_t i = 0; i < r->noutputs; i++) {
    const struct omen_output *w = &r->outputs[i];
    if (w->fd != fd) continue;
    if (at < before + w->len) {
      struct omen_pcs pcs = {(uint64_t *)w->pcs, 0};
      while (pcs.n < 4 && w->pcs[pcs.n]) pcs.n++;
      return place_of_pcs(&x->resolver, &pcs);
    }
    before += w->len;
  }
  return (struct omen_where){0};
}

int omen_explainer_open(struct omen_explainer *x, const struct omen_outcome *o, struct omen_err *err) {
  if (!x->open && omen_resolver_init(&x->resolver, x->recording, o, &x->report->pool, err)) return -1;
  x->open = true;
  x->resolver.outcome = o;
  return 0;
}

const struct omen_shown *omen_explain(struct omen_explainer *x, const struct omen_exhibit *e,
                                      struct omen_err *err) {
  const struct omen_result *guilty = &e->result[e->guilty];
  if (omen_explainer_open(x, &guilty->outcome, err)) return NULL;
  struct omen_shown *s = omen_report_show(x->report);
  s->alternate = e->guilty;
  s->decided = e->before;
  s->matter = e->after;
  add_steps(x, &guilty->outcome, &s->steps, &s->nsteps, &s->csteps);
  add_end(x, &s->end, guilty, e->defect);
  if (s->end.thread >= 0) last_seen(&s->end.stack, s, s->end.thread);
  for (size_t i = 0; i < s->end.nwaits; i++) last_seen(&s->end.waits[i].stack, s, s->end.waits[i].thread);
  struct omen_difference d = omen_difference(&x->report->pool, e, s);
  for (int i = 0; i < 2; i++)
    if (d.found) s->at[i] = writer(x, &e->result[i], d.fd, d.at[i]);
  x->resolver.outcome = &e->result[!e->guilty].outcome;
  add_steps(x, &e->result[!e->guilty].outcome, &s->other_steps, &s->nother, &s->cother);
  add_end(x, &s->other, &e->result[!e->guilty], 0);
  x->resolver.outcome = NULL;
  return s;
}

void omen_explainer_release(struct omen_explainer *x) {
  if (x->open) omen_resolver_release(&x->resolver);
  x->open = false;
}
