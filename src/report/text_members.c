/* Over which call stacks a race was seen: see text_parts.h. */
#include "report/text_parts.h"
#include <string.h>

enum { MOST_WAYS = 6 };
struct ways {
  const char *name[MOST_WAYS];
  size_t n, more;
};

static const char *function_at(const struct omen_stack *s, size_t i) {
  return i < s->n ? s->frames[i].function : NULL;
}

static bool same(const char *a, const char *b) { return a && b ? !strcmp(a, b) : a == b; }

/* How deep all stacks of that side are alike. */
static size_t common_depth(const struct omen_race *r, int side) {
  const struct omen_stack *first = &r->member[0].stack[side];
  for (size_t i = 0; i < first->n; i++)
    for (size_t k = 1; k < r->members; k++)
      if (!same(function_at(first, i), function_at(&r->member[k].stack[side], i))) return i;
  return first->n;
}

static void add(struct ways *w, const char *name) {
  for (size_t i = 0; i < w->n; i++)
    if (!strcmp(w->name[i], name)) return;
  if (w->n < MOST_WAYS)
    w->name[w->n++] = name;
  else
    w->more++;
}

void omen_text_members(struct omen_text *t, const struct omen_race *r) {
  struct ways w = {.n = 0};
  if (r->members < 2) return;
  for (int side = 0; side < 2; side++) {
    size_t depth = common_depth(r, side);
    for (size_t k = 0; k < r->members; k++) {
      const char *name = function_at(&r->member[k].stack[side], depth);
      if (name) add(&w, name);
    }
  }
  omen_buf_addf(t->out, "  Seen over %zu pairs of call stacks, of which one is shown%s", r->members,
                w.n ? ": by way of " : "");
  for (size_t i = 0; i < w.n; i++) omen_buf_addf(t->out, "%s%s", i ? ", " : "", w.name[i]);
  omen_buf_addf(t->out, "%s.\n", w.more ? ", and others" : "");
}
