/* See compare.h. Most is decided without the solver: up to the race both traces are the same, and their terms
 * are then one. Conditions are cut down to those that have to do with the question, as in a search. */
#include "symbolic/compare.h"
#include "base/table.h"
#include "symbolic/eval.h"
#include "symbolic/slices.h"
#include <stdlib.h>
#include <string.h>

/* Questions that the solver gives no answer to within its steps; then no more are asked. Not a time: what
 * comes of a comparison does not depend on how busy the machine is. */
enum { GIVE_UP = 6 };

struct comparing {
  struct omen_solver *solver;
  const struct omen_sym_side *side[2];
  struct omen_sym_view *view[2];
  struct omen_sym_slices *slices;
  struct omen_sym_literals conditions; /* of the primary's path, then of the alternate's, as they are added */
  struct omen_table known;             /* conditions that hold, by their hash */
  const struct omen_inputs *in;
  double until;
  int undecided; /* questions without an answer */
  struct omen_comparison *out;
};

const char *omen_comparison_word(enum omen_comparison_result r) {
  static const char *const words[] = {
#define X(symbol, word) word,
      OMEN_COMPARISONS(X)
#undef X
  };
  return words[r];
}
void omen_comparison_release(struct omen_comparison *c) {
  for (uint32_t i = 0; i < c->n_assumptions; i++) free(c->assumptions[i].why);
  free(c->assumptions);
  omen_inputs_release(&c->inputs);
  memset(c, 0, sizeof *c);
}

/* ---- assumptions */
static void assume(struct omen_comparison *c, bool alternate, uint8_t kind, uint32_t site, const char *why) {
  for (uint32_t i = 0; i < c->n_assumptions; i++) {
    struct omen_sym_assumption *a = &c->assumptions[i];
    if (a->kind != kind || a->site != site || strcmp(a->why, why)) continue;
    if (a->alternate == alternate) a->times++;
    return;
  }
  OMEN_GROW(c->assumptions, c->n_assumptions, c->assumptions_cap);
  c->assumptions[c->n_assumptions++] = (struct omen_sym_assumption){
      .alternate = alternate, .kind = kind, .site = site, .times = 1, .why = omen_xstrdup(why)};
}
void omen_comparison_assume(struct omen_comparison *c, const struct omen_sym_trace *t, bool alternate) {
  for (uint32_t i = 0; i < t->n_steps; i++) {
    const struct omen_sym_step *s = &t->steps[i];
    if (s->kind != OMEN_SYM_PIN_STEP && s->kind != OMEN_SYM_LOST_STEP) continue;
    const char *why = omen_sym_string(t, s->why);
    if (!strcmp(why, OMEN_SYM_INSIDE))
      continue; /* of the path: outside the program would be wrong, and FAULT asks for that */
    if (!*why) why = s->kind == OMEN_SYM_PIN_STEP ? "a value was made concrete" : "a value was not followed";
    assume(c, alternate, s->kind, s->site, why);
  }
  if (t->incomplete)
    assume(c, alternate, OMEN_SYM_LIVE_STEP, OMEN_SYM_UNKNOWN_SITE,
           "a limit was reached: values computed later are taken for concrete");
  if (t->stale)
    assume(c, alternate, OMEN_SYM_LIVE_STEP, OMEN_SYM_UNKNOWN_SITE,
           "code that is not followed overwrote bytes that depend on inputs");
}

/* ---- outputs */
struct byte_at { /* an output byte with an expression on one side at least; 0: none */
  uint32_t fd;
  uint64_t offset;
  uint32_t expr[2];
};
static const struct omen_sym_written *written(const struct omen_sym_side *s, uint32_t fd) {
  for (size_t i = 0; i < s->n_written; i++)
    if (s->written[i].fd == fd) return &s->written[i];
  return NULL;
}
static int by_place(const void *pa, const void *pb) {
  const struct byte_at *a = pa, *b = pb;
  if (a->fd != b->fd) return a->fd < b->fd ? -1 : 1;
  return a->offset < b->offset ? -1 : a->offset > b->offset;
}
static struct byte_at *byte_list(const struct comparing *c, size_t *n) {
  size_t all = 0, kept = 0;
  struct byte_at *list =
      omen_xcalloc((size_t)c->side[0]->trace->n_outputs + c->side[1]->trace->n_outputs + 1, sizeof *list);
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < c->side[k]->trace->n_outputs; i++) {
      const struct omen_sym_output *o = &c->side[k]->trace->outputs[i];
      list[all].fd = o->fd, list[all].offset = o->offset;
      list[all++].expr[k] = o->expr;
    }
  qsort(list, all, sizeof *list, by_place);
  for (size_t i = 0; i < all; i++) {
    if (!kept || by_place(&list[kept - 1], &list[i])) {
      list[kept++] = list[i];
      continue;
    }
    for (int k = 0; k < 2; k++)
      if (list[i].expr[k]) list[kept - 1].expr[k] = list[i].expr[k];
  }
  *n = kept;
  return list;
}
/* The outputs as they are: do they differ already? */
static bool differ_as_they_are(struct comparing *c) {
  for (int k = 0; k < 2; k++)
    for (size_t i = 0; i < c->side[k]->n_written; i++) {
      const struct omen_sym_written *a = &c->side[k]->written[i], *b = written(c->side[1 - k], a->fd);
      uint64_t other = b ? b->len : 0, at = 0;
      while (at < a->len && at < other && a->bytes[at] == b->bytes[at]) at++;
      if (at == a->len && at == other) continue;
      c->out->result = OMEN_COMPARED_DIFFER;
      c->out->fd = a->fd, c->out->offset = at;
      c->out->own = c->out->certain = true;
      omen_inputs_copy(&c->out->inputs, c->in);
      return true;
    }
  return false;
}

/* ---- questions */
static bool realises(struct comparing *c, const struct omen_sym_literal *target,
                     const struct omen_sym_model *m) {
  struct omen_inputs in;
  omen_sym_realise(c->in, m, &in);
  int target_holds = omen_sym_literals_hold(target, 1, &in, NULL);
  int path_holds = omen_sym_literals_hold(c->conditions.list, c->conditions.n, &in, NULL);
  if (!target_holds || !path_holds) {
    omen_inputs_release(&in);
    return false;
  }
  c->out->inputs = in;
  c->out->certain = target_holds == 1 && path_holds == 1;
  return true;
}
/* Inputs on the path so far for which `target` holds, too? Leaves them in the result. */
static bool exists(struct comparing *c, const struct omen_sym_literal *target) {
  if (c->undecided >= GIVE_UP) return false;
  if (c->until > 0 && omen_now() >= c->until) {
    c->undecided = GIVE_UP;
    return false;
  }
  struct omen_sym_literals l = {0};
  struct omen_sym_model m;
  omen_sym_literals_add(&l, *target);
  omen_sym_slices_related(c->slices, target->view == c->view[1], target->expr, &l);
  if (target->other_view)
    omen_sym_slices_related(c->slices, target->other_view == c->view[1], (uint32_t)target->other, &l);
  c->out->questions++;
  enum omen_solver_answer a = omen_solver_ask(c->solver, l.list, l.n, c->in, false, &m);
  bool found = a == OMEN_SAT && realises(c, target, &m);
  if (a == OMEN_SAT && !found) { /* no strings: once more, with everything */
    omen_sym_model_release(&m);
    l.n = 1;
    for (size_t i = 0; i < c->conditions.n; i++) omen_sym_literals_add(&l, c->conditions.list[i]);
    a = omen_solver_ask(c->solver, l.list, l.n, c->in, true, &m);
    found = a == OMEN_SAT && realises(c, target, &m);
    if (a == OMEN_SAT && !found) c->undecided++;
  }
  if (a == OMEN_UNDECIDED) c->undecided++;
  omen_sym_model_release(&m);
  omen_sym_literals_release(&l);
  return found;
}
/* A step's condition joins what holds; false: it did already. */
static bool join(struct comparing *c, int side, const struct omen_sym_step *s) {
  struct omen_sym_literal l = {.view = c->view[side], .expr = s->expr, .want = s->taken};
  if (omen_table_count(&c->known, omen_sym_literal_hash(&l)) != 1) return false;
  omen_sym_slices_add(c->slices, (uint32_t)side, s->expr, s->taken);
  omen_sym_literals_add(&c->conditions, l);
  return true;
}
static void join_all(struct comparing *c, int side) {
  const struct omen_sym_trace *t = c->side[side]->trace;
  for (uint32_t i = 0; i < t->n_steps; i++)
    if (omen_sym_constrains(&t->steps[i])) join(c, side, &t->steps[i]);
}

/* Formatted text is something that nobody looks into: whether it can be another text than what the other
 * order wrote is asked of the number, which is another then. */
static bool formatted_differs(struct comparing *c, int k, struct omen_sym_literal *target) {
  const struct omen_sym_trace *t = c->side[k]->trace;
  const struct omen_sym_node *n = &t->nodes[target->expr];
  if (target->other_view || n->op != OMEN_SYM_FORMATTED || t->nodes[n->a].width > 64) return false;
  struct omen_sym_eval *e = omen_sym_eval_new(t);
  omen_sym_eval_start(e, c->in, NULL);
  uint64_t value;
  bool known = omen_sym_eval_node(e, n->a, &value);
  if (known)
    *target = (struct omen_sym_literal){.view = c->view[k], .expr = n->a, .pair = true, .other = value};
  omen_sym_eval_free(e);
  return known;
}

static bool bytes_differ(struct comparing *c) {
  size_t n;
  struct byte_at *list = byte_list(c, &n);
  bool found = false;
  for (size_t i = 0; i < n && !found; i++) {
    const struct byte_at *b = &list[i];
    int k = b->expr[0] ? 0 : 1;
    struct omen_sym_literal target = {.view = c->view[k], .expr = b->expr[k], .want = false, .pair = true};
    c->out->compared++;
    if (b->expr[0] && b->expr[1])
      target.other_view = c->view[1], target.other = b->expr[1];
    else {
      const struct omen_sym_written *w = written(c->side[1 - k], b->fd);
      if (!w || b->offset >= w->len) continue; /* an expression for what was not written: damaged */
      target.other = w->bytes[b->offset];
      formatted_differs(c, k, &target);
    }
    if (omen_solver_identical(c->solver, &target) || !exists(c, &target)) continue;
    found = true;
    c->out->result = OMEN_COMPARED_DIFFER;
    c->out->fd = b->fd, c->out->offset = b->offset;
  }
  free(list);
  return found;
}
/* The first step of the alternate that some input of the primary's path would take otherwise; `faults`: of
 * those that would do something wrong. Values that were made concrete are assumed, and not asked about. */
static bool leaves(struct comparing *c, bool faults) {
  const struct omen_sym_trace *t = c->side[1]->trace;
  for (uint32_t i = 0; i < t->n_steps; i++) {
    const struct omen_sym_step *s = &t->steps[i];
    if (!omen_sym_constrains(s)) continue;
    struct omen_sym_literal target = {.view = c->view[1], .expr = s->expr, .want = !s->taken}, same = target;
    same.want = s->taken;
    bool asks = (faults ? s->kind == OMEN_SYM_FAULT_STEP : s->kind != OMEN_SYM_PIN_STEP) &&
                !omen_table_get(&c->known, omen_sym_literal_hash(&same));
    if (asks && exists(c, &target)) {
      c->out->result = OMEN_COMPARED_LEAVES;
      c->out->step = i, c->out->site = s->site, c->out->kind = s->kind;
      return true;
    }
    join(c, 1, s);
  }
  return false;
}

static void restart(struct comparing *c) {
  omen_sym_slices_free(c->slices);
  omen_table_release(&c->known);
  c->conditions.n = 0;
  c->slices = omen_sym_slices_new();
  for (int k = 0; k < 2; k++) omen_sym_slices_view(c->slices, c->view[k]);
  join_all(c, 0);
}
void omen_compare(struct omen_solver *solver, const struct omen_sym_side *primary,
                  const struct omen_sym_side *alternate, const struct omen_inputs *in, double until,
                  struct omen_comparison *out) {
  memset(out, 0, sizeof *out);
  struct comparing c = {.solver = solver, .side = {primary, alternate}, .in = in, .until = until, .out = out};
  out->site = OMEN_SYM_UNKNOWN_SITE;
  omen_comparison_assume(out, primary->trace, false);
  omen_comparison_assume(out, alternate->trace, true);
  if (differ_as_they_are(&c)) return;
  for (int k = 0; k < 2; k++) c.view[k] = omen_sym_view_new(c.side[k]->trace);
  restart(&c);
  join_all(&c, 1);
  if (!bytes_differ(&c)) { /* what is wrong says more than another path */
    restart(&c);
    bool left = leaves(&c, true);
    if (!left) restart(&c), left = leaves(&c, false);
    if (!left) out->result = c.undecided ? OMEN_COMPARED_UNDECIDED : OMEN_COMPARED_SAME;
    if (!left && c.undecided)
      assume(out, false, OMEN_SYM_LIVE_STEP, OMEN_SYM_UNKNOWN_SITE, "the solver gave up on some questions");
  }
  omen_sym_slices_free(c.slices);
  omen_table_release(&c.known);
  omen_sym_literals_release(&c.conditions);
  for (int k = 0; k < 2; k++) omen_sym_view_free(c.view[k]);
}
