/* See wishes.h. */
#include "symbolic/wishes.h"
#include "symbolic/eval.h"
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#define LARGEST (1ll << 60)
enum {
  NODES = 400,
  SLOTS = 1024,
  BYTES = 32,
  DEPTH = 4
}; /* of one condition; more is no number that stands in the input as text */

struct wishes {
  const struct omen_sym_trace *t;
  const struct omen_inputs *in;
  struct omen_sym_eval *eval;
  void (*each)(void *arg, const struct omen_sym_wish *w);
  void *arg;
};

/* ---- the bytes of an expression ---- */

struct span {
  uint32_t source, from, to;
  bool any, mixed; /* mixed: of several sources, or too many */
};
static void take_byte(struct span *s, const struct omen_sym_node *n) {
  uint32_t source = omen_sym_input_source(n), at = omen_sym_input_offset(n);
  if (!s->any) *s = (struct span){source, at, at + 1, true, false};
  if (source != s->source) s->mixed = true;
  if (at < s->from) s->from = at;
  if (at >= s->to) s->to = at + 1;
}
/* True: it is there now, and was not. */
static bool is_new(uint32_t *seen, uint32_t e) {
  uint32_t i = e % SLOTS;
  while (seen[i] && seen[i] != e) i = (i + 1) % SLOTS;
  bool new = !seen[i];
  seen[i] = e;
  return new;
}
static void spread(const struct omen_sym_trace *t, uint32_t e, struct span *s) {
  uint32_t seen[SLOTS] = {0}, stack[3 * NODES + 3], depth = 0, n = 0;
  stack[depth++] = e;
  while (depth && !s->mixed) {
    e = stack[--depth];
    const struct omen_sym_node *at = &t->nodes[e];
    if (!e || !is_new(seen, e)) continue;
    if (n++ == NODES) s->mixed = true;
    if (at->op == OMEN_SYM_INPUT) take_byte(s, at);
    uint32_t operand[3] = {at->a, at->b, at->c};
    for (int k = 0; k < omen_sym_operands(at->op); k++) stack[depth++] = operand[k];
  }
}

/* ---- numbers ---- */

static size_t run_of(const struct omen_input *i, size_t from, bool hex) {
  size_t at = from;
  if (at < i->len && (i->bytes[at] == '-' || i->bytes[at] == '+')) at++;
  while (at < i->len && (hex ? isxdigit(i->bytes[at]) : isdigit(i->bytes[at]))) at++;
  return at;
}
static void wish_edit(struct wishes *x, uint32_t site, struct omen_sym_edit e) {
  struct omen_sym_wish w = {site, 1, {e}};
  x->each(x->arg, &w);
}
static struct omen_sym_edit edit_of(const struct span *s, size_t to, const char *text) {
  struct omen_sym_edit e = {s->source, s->from, (uint32_t)to, (uint32_t)strlen(text), ""};
  memcpy(e.bytes, text, e.len);
  return e;
}
/* The number that the digits there say, of that base. */
static int64_t said(const struct omen_input *i, size_t from, size_t to, int base) {
  char text[24] = "";
  if (to - from < sizeof text) memcpy(text, i->bytes + from, to - from);
  return strtoll(text, NULL, base);
}
/* The digits that are there become those of another number: so much larger or smaller as the comparison wants
 * its side to be, whose constants may have gone to the other side. False: there are no digits. */
static bool other_number(struct wishes *x, const struct span *s, int64_t by, int base,
                         struct omen_sym_edit *e) {
  const struct omen_input *i = &x->in->list[s->source];
  char text[32];
  size_t to = run_of(i, s->from, base == 16);
  int64_t v = said(i, s->from, to, base) + by;
  snprintf(text, sizeof text, base == 16 ? "%" PRIx64 : "%" PRId64, v);
  *e = edit_of(s, to, text);
  return to > s->from;
}
static int64_t signed_value(uint64_t v, uint32_t width) {
  return width >= 64 ? (int64_t)v : (int64_t)(v << (64 - width)) >> (64 - width);
}
/* A comparison of some bytes with a constant: which, and by how much they differ from what would make them
 * equal. */
static bool compares(struct wishes *x, uint32_t e, struct span *s, int64_t *by) {
  const struct omen_sym_trace *t = x->t;
  const struct omen_sym_node *n = &t->nodes[e];
  if (n->op < OMEN_SYM_EQ || n->op > OMEN_SYM_SLE) return false;
  bool first = t->nodes[n->a].op == OMEN_SYM_CONST;
  const struct omen_sym_node *k = &t->nodes[first ? n->a : n->b];
  uint64_t now;
  if (k->op != OMEN_SYM_CONST || k->width < 16 || k->width > 64) return false;
  spread(t, first ? n->b : n->a, s);
  if (!s->any || s->mixed || s->to - s->from > BYTES || s->source >= x->in->n) return false;
  if (!omen_sym_eval_node(x->eval, first ? n->b : n->a, &now)) return false;
  *by = (int64_t)((uint64_t)signed_value(k->imm, k->width) - (uint64_t)signed_value(now, k->width));
  return *by <= LARGEST && *by >= -LARGEST;
}
static void look_at_comparison(struct wishes *x, uint32_t e, uint32_t site, struct omen_sym_wish *all) {
  struct span s = {0};
  struct omen_sym_edit edit;
  int64_t by;
  uint16_t op = x->t->nodes[e].op;
  if (!compares(x, e, &s, &by)) return;
  for (int64_t more = op == OMEN_SYM_EQ ? 0 : -1; more <= (op != OMEN_SYM_EQ); more++)
    for (int base = 10; base <= 16; base += 6)
      if (other_number(x, &s, by + more, base, &edit)) wish_edit(x, site, edit);
  int64_t beyond = op == OMEN_SYM_EQ ? 0 : x->t->nodes[x->t->nodes[e].a].op == OMEN_SYM_CONST ? 1 : -1;
  if (all->n < 3 && other_number(x, &s, by + beyond, 10, &edit)) all->edit[all->n++] = edit;
}
/* Conditions that are asked at once: `a == 77 && b == 3` in one branch. */
static void look_at_condition(struct wishes *x, uint32_t e, uint32_t site, struct omen_sym_wish *all,
                              int depth) {
  const struct omen_sym_node *n = &x->t->nodes[e];
  bool joins = n->width == 1 && (n->op == OMEN_SYM_AND || n->op == OMEN_SYM_OR || n->op == OMEN_SYM_XOR ||
                                 n->op == OMEN_SYM_NOT || n->op == OMEN_SYM_ITE);
  uint32_t operand[3] = {n->a, n->b, n->c};
  for (int k = 0; joins && depth && k < omen_sym_operands(n->op); k++)
    look_at_condition(x, operand[k], site, all, depth - 1);
  if (!joins) look_at_comparison(x, e, site, all);
}
static void look_at_branch(struct wishes *x, const struct omen_sym_step *s) {
  struct omen_sym_wish all = {.site = s->site};
  look_at_condition(x, s->expr, s->site, &all, DEPTH);
  if (all.n > 1) x->each(x->arg, &all);
}

/* ---- words ---- */

static void look_at_word(struct wishes *x, const struct omen_sym_step *s) {
  const struct omen_sym_node *n = &x->t->nodes[s->expr];
  if (n->op != OMEN_SYM_INPUT) return;
  const char *text = omen_sym_string(x->t, s->why);
  uint32_t from = omen_sym_input_offset(n), len = (uint32_t)strlen(text);
  struct omen_sym_edit e = {omen_sym_input_source(n), from, from + s->chosen, len, ""};
  if (e.source >= x->in->n || len >= sizeof e.bytes) return;
  memcpy(e.bytes, text, len);
  wish_edit(x, s->site, e);
}

void omen_sym_wishes(const struct omen_sym_trace *t, const struct omen_inputs *in,
                     void (*each)(void *arg, const struct omen_sym_wish *w), void *arg) {
  struct wishes x = {t, in, omen_sym_eval_new(t), each, arg};
  omen_sym_eval_start(x.eval, in, NULL);
  for (uint32_t i = 0; i < t->n_steps; i++) {
    const struct omen_sym_step *s = &t->steps[i];
    if (s->kind == OMEN_SYM_BRANCH_STEP) look_at_branch(&x, s);
    if (s->kind == OMEN_SYM_COMPARED_STEP && s->expr) look_at_word(&x, s);
  }
  omen_sym_eval_free(x.eval);
}

/* ---- granted ---- */

uint64_t omen_sym_wish_hash(const struct omen_sym_wish *w) {
  uint64_t h = w->site;
  for (uint32_t k = 0; k < w->n; k++) {
    const struct omen_sym_edit *e = &w->edit[k];
    uint64_t place[4] = {h, (uint64_t)e->source << 32 | e->from, e->to, e->len};
    h = XXH3_64bits_withSeed(e->bytes, e->len, XXH3_64bits(place, sizeof place));
  }
  return h;
}
static bool edit(struct omen_inputs *in, const struct omen_sym_edit *e) {
  struct omen_input *i = &in->list[e->source];
  size_t to = e->to < i->len ? e->to : i->len;
  if (!i->symbolic || i->kind == OMEN_INPUT_ARGC || omen_input_unset(i) || e->from > to) return false;
  size_t len = i->len - (to - e->from) + e->len;
  if (omen_inputs_is_string(i->kind) ? len > i->room : len > OMEN_INPUT_LONGEST) return false;
  char *bytes = omen_xmalloc(len + 1);
  memcpy(bytes, i->bytes, e->from);
  memcpy(bytes + e->from, e->bytes, e->len);
  memcpy(bytes + e->from + e->len, i->bytes + to, i->len - to);
  omen_inputs_set(i, bytes, len);
  free(bytes);
  return true;
}
/* The last ones first: what is before them stays where it is. */
static int by_place(const void *pa, const void *pb) {
  const struct omen_sym_edit *a = pa, *b = pb;
  return a->source != b->source ? (a->source < b->source) - (a->source > b->source)
                                : (a->from < b->from) - (a->from > b->from);
}
bool omen_sym_grant(const struct omen_inputs *in, const struct omen_sym_wish *w, struct omen_inputs *out) {
  struct omen_sym_wish sorted = *w;
  bool done = true;
  qsort(sorted.edit, sorted.n, sizeof *sorted.edit, by_place);
  omen_inputs_copy(out, in);
  for (uint32_t k = 0; k < sorted.n && done; k++) done = edit(out, &sorted.edit[k]);
  if (done && !omen_inputs_same(in, out)) return true;
  omen_inputs_release(out);
  return false;
}
