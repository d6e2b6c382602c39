/* Sets of locks: see lockset.h. */
#include "detect/lockset.h"
#include <stdlib.h>
#include <string.h>

enum { MEMO = 4096 };

void omen_locksets_init(struct omen_locksets *s) {
  *s = (struct omen_locksets){0};
  OMEN_GROW(s->node, s->n, s->cap);
  s->node[s->n++] = (struct omen_lockset_node){0};
  s->memo = omen_xcalloc(MEMO, sizeof *s->memo);
  s->memo_key = omen_xcalloc(MEMO, sizeof *s->memo_key);
}

void omen_locksets_release(struct omen_locksets *s) {
  free(s->node);
  omen_table_release(&s->number);
  free(s->memo);
  free(s->memo_key);
  *s = (struct omen_locksets){0};
}

uint32_t omen_locksets_with(struct omen_locksets *s, uint32_t set, uint32_t lock) {
  uint64_t *number = omen_table_at(&s->number, (uint64_t)set << 32 | lock);
  if (*number) return (uint32_t)*number; /* 0 is the empty set, which nothing leads to */
  OMEN_GROW(s->node, s->n, s->cap);
  s->node[s->n] = (struct omen_lockset_node){set, lock};
  *number = s->n;
  return s->n++;
}

bool omen_locksets_has(const struct omen_locksets *s, uint32_t set, uint32_t lock) {
  for (; set; set = s->node[set].parent)
    if (s->node[set].lock == lock) return true;
  return false;
}

/* The locks of the path from the empty set to `set`, oldest first, that `keep` wants, as a set. */
static uint32_t filtered(struct omen_locksets *s, uint32_t set,
                         bool (*keep)(struct omen_locksets *, uint32_t, uint32_t), uint32_t arg) {
  uint32_t depth = 0;
  for (uint32_t i = set; i; i = s->node[i].parent) depth++;
  uint32_t *lock = omen_xmalloc(depth * sizeof *lock), n = depth;
  for (uint32_t i = set; i; i = s->node[i].parent) lock[--n] = s->node[i].lock;
  uint32_t out = 0;
  for (uint32_t i = 0; i < depth; i++)
    if (keep(s, arg, lock[i])) out = omen_locksets_with(s, out, lock[i]);
  free(lock);
  return out;
}

static bool keep_others(struct omen_locksets *s, uint32_t lock, uint32_t l) { return l != lock; }
static bool keep_common(struct omen_locksets *s, uint32_t set, uint32_t l) {
  return omen_locksets_has(s, set, l);
}

uint32_t omen_locksets_without(struct omen_locksets *s, uint32_t set, uint32_t lock) {
  if (set && s->node[set].lock == lock) return s->node[set].parent;
  return filtered(s, set, keep_others, lock);
}

uint32_t omen_locksets_intersect(struct omen_locksets *s, uint32_t a, uint32_t b) {
  if (!a || !b) return 0;
  if (a == b) return a;
  uint64_t key = (uint64_t)a << 32 | b;
  uint32_t i = (uint32_t)((key * 0x9e3779b97f4a7c15u) >> 52) % MEMO;
  if (s->memo_key[i] == key) return (uint32_t)s->memo[i];
  uint32_t r = filtered(s, a, keep_common, b);
  s->memo_key[i] = key;
  s->memo[i] = r;
  return r;
}

bool omen_locksets_disjoint(struct omen_locksets *s, uint32_t a, uint32_t b) {
  return omen_locksets_intersect(s, a, b) == 0;
}
