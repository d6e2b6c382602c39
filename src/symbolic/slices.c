/* See slices.h. A node that was below an earlier condition is not entered again: all bytes below it are in
 * one class already, and `byte_of` names one of them. So a whole path costs one visit a node. */
#include "symbolic/slices.h"
#include "base/table.h"
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX
#define UNSEEN (UINT32_MAX - 1)

struct condition {
  uint32_t view, expr;
  uint32_t below, beside; /* first child, next sibling */
  bool want;
};
struct byte_class {
  uint32_t parent, root; /* root: the condition that is the class's last; NONE */
};
struct side {
  struct omen_sym_view *v;
  uint32_t *byte_of; /* by node: a byte below it; NONE: there is none; UNSEEN */
};
struct omen_sym_slices {
  struct side *sides;
  uint32_t n_sides, sides_cap;
  struct condition *conditions;
  uint32_t n, cap;
  struct byte_class *bytes;
  uint32_t n_bytes, bytes_cap;
  struct omen_table numbers;    /* of bytes, + 1 */
  uint32_t *stack, *met, *list; /* nodes to visit; nodes visited; classes found */
  size_t stack_cap, met_cap, list_cap;
};

struct omen_sym_slices *omen_sym_slices_new(void) { return omen_xcalloc(1, sizeof(struct omen_sym_slices)); }
void omen_sym_slices_free(struct omen_sym_slices *s) {
  if (!s) return;
  for (uint32_t i = 0; i < s->n_sides; i++) free(s->sides[i].byte_of);
  free(s->sides), free(s->conditions), free(s->bytes);
  omen_table_release(&s->numbers);
  free(s->stack), free(s->met), free(s->list);
  free(s);
}
uint32_t omen_sym_slices_view(struct omen_sym_slices *s, struct omen_sym_view *v) {
  OMEN_GROW(s->sides, s->n_sides, s->sides_cap);
  size_t n = (size_t)v->t->n_nodes + 1;
  struct side side = {.v = v, .byte_of = omen_xmalloc(n * sizeof(uint32_t))};
  for (size_t i = 0; i < n; i++) side.byte_of[i] = UNSEEN;
  s->sides[s->n_sides] = side;
  return s->n_sides++;
}

static uint32_t byte_number(struct omen_sym_slices *s, uint64_t key) {
  uint64_t *number = omen_table_at(&s->numbers, key);
  if (!*number) {
    OMEN_GROW(s->bytes, s->n_bytes, s->bytes_cap);
    s->bytes[s->n_bytes] = (struct byte_class){.parent = s->n_bytes, .root = NONE};
    *number = ++s->n_bytes;
  }
  return (uint32_t)*number - 1;
}
static uint32_t class_of(struct omen_sym_slices *s, uint32_t byte) {
  while (s->bytes[byte].parent != byte) {
    s->bytes[byte].parent = s->bytes[s->bytes[byte].parent].parent;
    byte = s->bytes[byte].parent;
  }
  return byte;
}

/* The nodes below `expr` that no condition has met (in `met`), and the bytes found (in `list`). */
static void visit(struct omen_sym_slices *s, struct side *side, uint32_t expr, size_t *met, size_t *found) {
  size_t depth = 0;
  const struct omen_sym_trace *t = side->v->t;
  OMEN_GROW(s->stack, depth, s->stack_cap);
  s->stack[depth++] = expr;
  while (depth) {
    uint32_t i = s->stack[--depth], byte = side->byte_of[i];
    const struct omen_sym_node *n = &t->nodes[i];
    if (byte == NONE) continue;
    if (byte == UNSEEN) {
      side->byte_of[i] = NONE;
      OMEN_GROW(s->met, *met, s->met_cap);
      s->met[(*met)++] = i;
      if (n->op == OMEN_SYM_INPUT) byte = byte_number(s, n->imm);
    }
    if (byte != UNSEEN) {
      OMEN_GROW(s->list, *found, s->list_cap);
      s->list[(*found)++] = byte;
      continue;
    }
    uint32_t operand[3] = {n->a, n->b, n->c};
    for (int k = 0; k < omen_sym_operands(n->op); k++) {
      OMEN_GROW(s->stack, depth, s->stack_cap);
      s->stack[depth++] = operand[k];
    }
  }
}
/* Takes the condition at the top of a class below `c`. */
static void adopt(struct omen_sym_slices *s, uint32_t c, uint32_t class) {
  uint32_t root = s->bytes[class].root;
  if (root == NONE || root == c) return;
  s->conditions[root].beside = s->conditions[c].below;
  s->conditions[c].below = root;
}
uint32_t omen_sym_slices_add(struct omen_sym_slices *s, uint32_t view, uint32_t expr, bool want) {
  OMEN_GROW(s->conditions, s->n, s->cap);
  uint32_t c = s->n++;
  s->conditions[c] =
      (struct condition){.view = view, .expr = expr, .below = NONE, .beside = NONE, .want = want};
  struct side *side = &s->sides[view];
  size_t met = 0, found = 0;
  visit(s, side, expr, &met, &found);
  uint32_t class = found ? class_of(s, s->list[0]) : NONE;
  if (found) adopt(s, c, class);
  for (size_t i = 1; i < found; i++) {
    uint32_t other = class_of(s, s->list[i]);
    if (other == class) continue;
    adopt(s, c, other);
    s->bytes[other].parent = class;
  }
  if (found) s->bytes[class].root = c;
  /* A node without any byte below it may be given one: its class is this condition's, and so are all that
   * come by it. It would be exact to leave it out; constants are folded, so there are none to speak of. */
  for (size_t i = 0; i < met; i++)
    side->byte_of[s->met[i]] = side->v->t->nodes[s->met[i]].op == OMEN_SYM_CONST ? NONE : class;
  return c;
}

struct omen_sym_literal omen_sym_slices_literal(const struct omen_sym_slices *s, uint32_t condition) {
  const struct condition *c = &s->conditions[condition];
  return (struct omen_sym_literal){.view = s->sides[c->view].v, .expr = c->expr, .want = c->want};
}
/* All of the trees whose roots begin at `first` and go on beside it. */
static void collect(const struct omen_sym_slices *s, uint32_t first, struct omen_sym_literals *out) {
  uint32_t *todo = NULL;
  size_t n = 0, cap = 0;
  for (uint32_t at = first;;) {
    if (at == NONE) {
      if (!n) break;
      at = todo[--n];
      continue;
    }
    omen_sym_literals_add(out, omen_sym_slices_literal(s, at));
    if (s->conditions[at].beside != NONE) {
      OMEN_GROW(todo, n, cap);
      todo[n++] = s->conditions[at].beside;
    }
    at = s->conditions[at].below;
  }
  free(todo);
}
void omen_sym_slices_below(const struct omen_sym_slices *s, uint32_t condition,
                           struct omen_sym_literals *out) {
  collect(s, s->conditions[condition].below, out);
}
static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}
void omen_sym_slices_related(struct omen_sym_slices *s, uint32_t view, uint32_t expr,
                             struct omen_sym_literals *out) {
  struct side *side = &s->sides[view];
  size_t met = 0, found = 0;
  visit(s, side, expr, &met, &found);
  for (size_t i = 0; i < met; i++) side->byte_of[s->met[i]] = UNSEEN;
  for (size_t i = 0; i < found; i++) s->list[i] = class_of(s, s->list[i]);
  if (found) qsort(s->list, found, sizeof *s->list, by_number);
  for (size_t i = 0; i < found; i++) {
    uint32_t root = i && s->list[i] == s->list[i - 1] ? NONE : s->bytes[s->list[i]].root;
    if (root == NONE) continue;
    omen_sym_literals_add(out, omen_sym_slices_literal(s, root));
    collect(s, s->conditions[root].below, out);
  }
}
