/* Defects in names: see defect.h. */
#include "report/defect.h"
#include "record/defect_words.h"
#include "report/explain.h"
#include <stdlib.h>
#include <string.h>

static struct omen_report_by by(struct omen_resolver *v, const struct omen_out_by *b, const char *did) {
  if (!b->pcs.n && b->thread < 0) return (struct omen_report_by){.thread = -1};
  return (struct omen_report_by){.thread = b->thread, .did = did, .stack = omen_resolve_pcs(v, &b->pcs)};
}

/* Of what is no access, or has no site, the place is the innermost line of the program itself. */
static void place(struct omen_resolver *v, struct omen_report_defect *out, const struct omen_out_defect *d) {
  struct omen_access *a = &out->access;
  *a = (struct omen_access){.known = d->op == 'r' || d->op == 'w',
                            .thread = d->thread,
                            .write = d->op == 'w',
                            .addr = d->addr,
                            .size = d->len,
                            .site = d->site,
                            .stack = omen_resolve_pcs(v, &d->pcs)};
  if (omen_resolve_site(v, d->site)) {
    omen_resolve_site_place(v, a, d->site);
    if (a->file) return;
  }
  struct omen_where at = omen_explain_place(&a->stack);
  if (!at.line && a->stack.n) {
    const struct omen_frame *top = &a->stack.frames[0];
    at = (struct omen_where){top->function, top->file, top->path, top->line};
  }
  a->function = at.function;
  a->file = at.file;
  a->path = at.path;
  a->line = at.line;
  for (size_t i = 0; i < a->stack.n && !a->column; i++)
    if (a->stack.frames[i].line == at.line && a->stack.frames[i].file == at.file)
      a->column = a->stack.frames[i].column;
}

/* "variable NAME" and "variable NAME of FUNCTION": how the runtime names what is on a stack, and globals. */
static void named(struct omen_resolver *v, struct omen_report_defect *out) {
  char name[200], scope[200];
  if (!out->place || !out->says) return;
  int n = sscanf(out->says, "variable %199s of %199s", name, scope);
  if (n < 1) return;
  out->object = omen_pool_str(v->pool, name);
  out->scope = n > 1 ? omen_pool_str(v->pool, scope) : NULL;
  out->says = NULL;
}

static void object(struct omen_resolver *v, struct omen_report_defect *out, const struct omen_out_defect *d) {
  struct omen_variable var = {0};
  named(v, out);
  uint64_t at = d->size ? d->base : d->addr;
  if (!at || !strcmp(d->place, "heap") || !strcmp(d->place, "stack")) return;
  if (!omen_symbols_variable(v->symbols, at, &var)) return;
  out->object = strcmp(d->place, "global") ? var.path : var.name;
  out->file = var.file;
  out->line = var.line;
}

static const char *described(struct omen_resolver *v, const struct omen_report_defect *out) {
  unsigned long long n = out->size;
  if (out->object)
    return omen_pool_fmt(v->pool, "%s`%s`%s%s (%llu byte%s)", out->scope ? "the local variable " : "",
                         out->object, out->scope ? " of " : "", out->scope ? out->scope : "", n,
                         n == 1 ? "" : "s");
  const char *what = !out->place                     ? "an object"
                     : !strcmp(out->place, "heap")   ? "a block"
                     : !strcmp(out->place, "stack")  ? "a local variable"
                     : !strcmp(out->place, "global") ? "a global variable"
                                                     : "an object";
  return omen_pool_fmt(v->pool, "%s of %llu byte%s", what, n, n == 1 ? "" : "s");
}

struct omen_report_defect *omen_defect_resolve(struct omen_resolver *v, const struct omen_out_defect *d) {
  struct omen_report_defect *out = omen_xcalloc(1, sizeof *out);
  char text[400];
  *out = (struct omen_report_defect){.kind = d->kind,
                                     .consequence = omen_defect_consequence(d->kind),
                                     .what = omen_defect_what(d->kind),
                                     .says = omen_pool_str(v->pool, d->says),
                                     .thread = d->thread,
                                     .base = d->base,
                                     .size = d->size};
  if (d->place[0] && strcmp(d->place, "-")) out->place = omen_pool_str(v->pool, d->place);
  omen_defect_title(d, text, sizeof text);
  out->title = omen_pool_str(v->pool, text);
  omen_defect_act(d, text, sizeof text);
  out->act = omen_pool_str(v->pool, text);
  object(v, out, d);
  omen_defect_hit(d, described(v, out), text, sizeof text);
  out->hit = omen_pool_str(v->pool, text);
  place(v, out, d);
  out->made = by(v, &d->made, omen_defect_made(d));
  out->gone = by(v, &d->gone, omen_defect_gone(d));
  out->waits = omen_resolve_holds(v, d->waits, out->nwaits = d->nwaits);
  out->holds = omen_resolve_holds(v, d->holds, out->nholds = d->nholds);
  return out;
}

void omen_defect_release(struct omen_report_defect *d) {
  if (!d) return;
  free(d->access.stack.frames);
  free(d->made.stack.frames);
  free(d->gone.stack.frames);
  omen_holds_release(d->waits, d->nwaits);
  omen_holds_release(d->holds, d->nholds);
  free(d);
}

static bool same_text(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

/* One access may break several invariants: `base` is the number of the one. */
static uint64_t invariant(const struct omen_report_defect *d) {
  return d->kind == OMEN_DEFECT_INVARIANT ? d->base : 0;
}

bool omen_defect_same(const struct omen_report_defect *a, const struct omen_report_defect *b) {
  const struct omen_access *x = &a->access, *y = &b->access;
  return a->kind == b->kind && same_text(x->function, y->function) && same_text(x->file, y->file) &&
         x->line == y->line && x->column == y->column && x->write == y->write && invariant(a) == invariant(b);
}

/* Noted for its index alone. */
static bool is_index(const struct omen_report_defect *d) { return !d->place && !d->base; }

bool omen_defect_by_index(const struct omen_report_defect *first, const struct omen_report_defect *d) {
  const struct omen_access *x = &first->access, *y = &d->access;
  return d->kind == OMEN_DEFECT_OUT_OF_BOUNDS && first->kind == d->kind && (is_index(first) || is_index(d)) &&
         first->thread == d->thread && same_text(x->function, y->function) && same_text(x->file, y->file) &&
         x->line == y->line;
}
