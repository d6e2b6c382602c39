/* Names for accesses, objects and locks; the same pair of places is told once; the likeliest come first. */
#include "static/candidate_list.h"
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

struct named {
  struct omen_scan_state *a;
  struct omen_ir_names *names;
  struct omen_table sides; /* access << 8 | root: json_t of what is told of it, made once */
  struct omen_table held;  /* the same: its locks */
};

static json_t *text(const char *s) {
  json_t *j = s ? json_string(s) : NULL;
  return j ? j : s ? json_string_nocheck("?") : json_null();
}

static char *place_text(struct named *n, LLVMValueRef inst) {
  LLVMMetadataRef at = omen_ir_location(inst);
  struct omen_source_place p;
  if (!at) return omen_format("%s", omen_value_name(LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst))));
  omen_source_place_of(n->a->p.c, at, &p);
  char *s = omen_format("%s:%u", omen_base_name(p.file), p.line);
  omen_source_place_release(&p);
  return s;
}

static char *slot_name(struct named *n, LLVMValueRef alloca) {
  uint64_t node;
  struct omen_ir_variable v;
  if (!omen_map_get(&n->names->slots, alloca, &node)) return omen_xstrdup("a variable");
  omen_ir_names_variable(n->names, (LLVMMetadataRef)(uintptr_t)node, &v);
  char *name = omen_xstrdup(v.name && *v.name ? v.name : "a variable");
  omen_ir_variable_release(&v);
  return name;
}

static char *object_name(struct named *n, const struct omen_object *o) {
  struct omen_ir_variable v;
  switch (o->kind) {
  case OMEN_OBJ_GLOBAL: {
    if (!omen_ir_names_global(n->names, o->value, &v)) return omen_xstrdup(omen_value_name(o->value));
    char *name = omen_xstrdup(v.name);
    omen_ir_variable_release(&v);
    return name;
  }
  case OMEN_OBJ_STACK: return slot_name(n, o->value);
  case OMEN_OBJ_HEAP: {
    char *at = place_text(n, o->value), *s = omen_format("block from %s", at);
    free(at);
    return s;
  }
  default: return omen_xstrdup("memory of unknown code");
  }
}

static const char *const kinds[] = {"global", "stack", "heap", "function", "unknown"};

static json_t *location(struct named *n, uint32_t loc, uint64_t size, const char *expression) {
  const struct omen_loc *l = &n->a->p.pt.locs[loc];
  const struct omen_object *o = &n->a->p.pt.objects[l->obj];
  char *object = object_name(n, o);
  json_t *j = json_pack("{s:o,s:s,s:I,s:o}", "name", text(expression && *expression ? expression : object),
                        "kind", kinds[o->kind], "size", (json_int_t)size, "object", text(object));
  if (!l->stride) json_object_set_new(j, "offset", json_integer(l->off));
  free(object);
  return j;
}

/* Calls through which the code was inlined are its stack, as far as it is known. */
static json_t *stack(struct named *n, LLVMMetadataRef at) {
  json_t *a = json_array();
  for (; at; at = LLVMDILocationGetInlinedAt(at)) {
    struct omen_source_place p;
    omen_source_place_of(n->a->p.c, at, &p);
    json_array_append_new(a, json_pack("{s:o,s:o,s:i}", "function", text(p.function), "file", text(p.file),
                                       "line", (int)p.line));
    omen_source_place_release(&p);
  }
  return a;
}

static const char *root_word(enum omen_root_kind k) {
  static const char *const words[] = {"main", "unknown code", "thread", "team", "signal handler"};
  return words[k];
}

static json_t *access_json(struct named *n, const struct omen_sacc *x, uint32_t root) {
  LLVMMetadataRef at = omen_ir_location(x->inst);
  struct omen_source_place p = {0};
  const struct omen_root *r = &n->a->t.roots[root];
  LLVMValueRef fn = n->a->p.fns[x->fn].value;
  if (at) omen_source_place_of(n->a->p.c, at, &p);
  char *expression = at ? omen_ir_names_expression(n->names, x->ptr, x->size, &p) : NULL;
  json_t *j = json_pack("{s:s,s:o,s:i,s:o,s:o,s:s}", "op",
                        x->atomic  ? "atomic"
                        : x->write ? "write"
                                   : "read",
                        "file", text(at ? p.file : NULL), "line", at ? (int)p.line : 0, "function",
                        text(at && *p.function ? p.function : omen_value_name(fn)), "stack", stack(n, at),
                        "in", root_word(r->kind));
  if (r->kind != OMEN_RUN_MAIN && r->kind != OMEN_RUN_OUTSIDE)
    json_object_set_new(j, "root", text(omen_value_name(n->a->p.fns[r->fns.v[0]].value)));
  if (expression) json_object_set_new(j, "expression", text(expression));
  free(expression);
  if (x->atomic) json_object_set_new(j, "writes", json_boolean(x->write));
  if (at) omen_source_place_release(&p);
  return j;
}

static json_t *lock_name(struct named *n, const struct omen_lock_held *h) {
  char *s;
  if (h->loc) {
    const struct omen_loc *l = &n->a->p.pt.locs[h->loc - 1];
    char *object = object_name(n, &n->a->p.pt.objects[l->obj]);
    s = l->off ? omen_format("%s+%lld", object, (long long)l->off) : omen_xstrdup(object);
    free(object);
  } else if (h->ptr && (s = omen_ir_names_expression(n->names, h->ptr, 0,
                                                     &(struct omen_source_place){"", "", "", 0, 0}))) {
  } else if (!h->base)
    s = omen_xstrdup("a lock");
  else
    s = omen_format("the lock %lld bytes into what %s points to", (long long)h->off,
                    *omen_value_name(h->base) ? omen_value_name(h->base) : "a pointer");
  json_t *j = json_string(s);
  free(s);
  return j;
}

static json_t *locks_json(struct named *n, const struct omen_sacc *x, uint32_t root) {
  struct omen_lock_held h[OMEN_HELD_MOST * 2];
  json_t *a = json_array();
  uint32_t count = omen_pairs_held(n->a, x, root, h);
  for (uint32_t i = 0; i < count; i++) json_array_append_new(a, lock_name(n, &h[i]));
  return a;
}

/* Of an access in a thread; candidates share it. */
static json_t *once(struct named *n, struct omen_table *known, uint32_t access, uint32_t root,
                    json_t *(*make)(struct named *, const struct omen_sacc *, uint32_t)) {
  uint64_t *slot = omen_table_at(known, (uint64_t)access << 8 | root);
  if (!*slot) *slot = (uintptr_t)make(n, &n->a->acc[access], root);
  return json_incref((json_t *)(uintptr_t)*slot); // NOLINT(performance-no-int-to-ptr)
}

static void release_shared(struct omen_table *t) {
  for (size_t i = 0; t->entries && i < (size_t)1 << t->bits; i++)
    if (t->entries[i].key)
      json_decref((json_t *)(uintptr_t)t->entries[i].value);  // NOLINT(performance-no-int-to-ptr)
  if (t->has_zero) json_decref((json_t *)(uintptr_t)t->zero); // NOLINT(performance-no-int-to-ptr)
  omen_table_release(t);
}

/* How likely it is a race: the memory is exactly known, only one side holds a lock, both write. */
static uint8_t rank(struct omen_scan_state *a, const struct omen_racing *p) {
  struct omen_lock_held held[OMEN_HELD_MOST * 2];
  const struct omen_sacc *x = &a->acc[p->a], *y = &a->acc[p->b];
  const struct omen_loc *l = &a->p.pt.locs[p->loc];
  const struct omen_object *o = &a->p.pt.objects[l->obj];
  uint32_t locks_a = omen_pairs_held(a, x, p->root_a, held), locks_b = omen_pairs_held(a, y, p->root_b, held);
  int score = 50;
  score += o->kind == OMEN_OBJ_GLOBAL ? 15 : o->kind == OMEN_OBJ_UNKNOWN ? -30 : 0;
  score += l->stride ? -15 : 10;
  score += !locks_a != !locks_b ? 10 : locks_a ? -15 : 0;
  score += x->write && y->write ? 5 : 0;
  if (x->atomic || y->atomic) score -= 10;
  if (p->root_a == OMEN_ROOT_OUTSIDE || p->root_b == OMEN_ROOT_OUTSIDE) score -= 20;
  uint64_t targets =
      omen_bitset_count(omen_pt_of(&a->p.pt, x->node)) + omen_bitset_count(omen_pt_of(&a->p.pt, y->node));
  score -= targets > 8 ? 15 : targets > 3 ? 5 : 0;
  return (uint8_t)(score < 1 ? 1 : score > 99 ? 99 : score);
}

static uint64_t mix(uint64_t h, const char *s) {
  for (; s && *s; s++) h = (h ^ (unsigned char)*s) * UINT64_C(0x100000001b3);
  return (h ^ 0xff) * UINT64_C(0x100000001b3);
}

static const char *string_of(json_t *o, const char *key) {
  const char *s = json_string_value(json_object_get(o, key));
  return s ? s : "";
}

static uint64_t side_hash(json_t *access) {
  uint64_t h = mix(UINT64_C(0xcbf29ce484222325), omen_base_name(string_of(access, "file")));
  h = mix(mix(mix(h, string_of(access, "function")), string_of(access, "op")),
          string_of(access, "expression"));
  return h;
}

/* Lines may shift: the id is made of names. */
static uint64_t id_hash(json_t *location_, json_t *a, json_t *b) {
  uint64_t x = side_hash(a), y = side_hash(b);
  return mix(x + y * (x == y ? 3 : 1) + (x ^ y), string_of(location_, "kind"));
}

static json_t *candidate(struct named *n, const struct omen_racing *p, struct omen_table *ids) {
  char word[20];
  json_t *a = once(n, &n->sides, p->a, p->root_a, access_json),
         *b = once(n, &n->sides, p->b, p->root_b, access_json),
         *la = once(n, &n->held, p->a, p->root_a, locks_json),
         *lb = once(n, &n->held, p->b, p->root_b, locks_json);
  const char *name = string_of(a, "expression");
  json_t *l = location(n, p->loc, n->a->acc[p->a].size, *name ? name : string_of(b, "expression"));
  uint64_t id = id_hash(l, a, b);
  while (omen_table_count(ids, id) > 1) id = id * UINT64_C(0x9e3779b97f4a7c15) + 1;
  snprintf(word, sizeof word, "s%08x", (unsigned)(id ^ id >> 32));
  return json_pack("{s:s,s:o,s:[o,o],s:[o,o],s:f}", "id", word, "location", l, "accesses", a, b, "locks", la,
                   lb, "rank", p->rank / 100.0);
}

/* The likeliest first; then in an order that does not change from scan to scan, nor with lines. */
static int by_rank(const void *x, const void *y) {
  const struct omen_racing *a = x, *b = y;
  if (a->rank != b->rank) return a->rank > b->rank ? -1 : 1;
  if (a->loc != b->loc) return a->loc < b->loc ? -1 : 1;
  if (a->a != b->a) return a->a < b->a ? -1 : 1;
  return a->b < b->b ? -1 : a->b > b->b;
}

static json_t *likeliest(struct named *n, struct omen_pairs *pairs, size_t most) {
  struct omen_table ids = {0};
  json_t *out = json_array();
  for (uint32_t i = 0; i < pairs->n; i++) pairs->v[i].rank = rank(n->a, &pairs->v[i]);
  if (pairs->n) qsort(pairs->v, pairs->n, sizeof *pairs->v, by_rank);
  for (uint32_t i = 0; i < pairs->n && i < most; i++)
    json_array_append_new(out, candidate(n, &pairs->v[i], &ids));
  omen_table_release(&ids);
  return out;
}

static json_t *unknown_functions(struct omen_scan_state *a) {
  json_t *out = json_array();
  for (uint32_t i = 0; i < a->p.nfns; i++)
    if (omen_table_has(&a->p.unknown_names, (uintptr_t)a->p.fns[i].value))
      json_array_append_new(out, text(omen_value_name(a->p.fns[i].value)));
  return out;
}

static json_t *roots(struct omen_scan_state *a) {
  json_t *out = json_array();
  for (uint32_t r = 0; r < a->t.n; r++) {
    if (!a->t.roots[r].fns.n) continue;
    json_array_append_new(out, json_pack("{s:s,s:o,s:b}", "kind", root_word(a->t.roots[r].kind), "function",
                                         text(omen_value_name(a->p.fns[a->t.roots[r].fns.v[0]].value)),
                                         "several", a->t.roots[r].several));
  }
  return out;
}

json_t *omen_candidates_json(struct omen_scan_state *a, struct omen_pairs *pairs, size_t most,
                             struct omen_ir_names *names) {
  struct named n = {.a = a, .names = names};
  uint64_t racy = 0;
  for (uint32_t i = 0; i < a->nacc; i++) racy += pairs->racy[i];
  json_t *out = json_pack(
      "{s:i,s:o,s:I,s:I,s:o,s:o,s:{s:I,s:I,s:I,s:I,s:I,s:I}}", "version", 1, "candidates",
      likeliest(&n, pairs, most), "total", (json_int_t)pairs->n, "left_out", (json_int_t)pairs->left_out,
      "unknown", unknown_functions(a), "threads", roots(a), "counters", "accesses", (json_int_t)a->nacc,
      "accesses_in_candidates", (json_int_t)racy, "functions", (json_int_t)a->p.nfns, "objects",
      (json_int_t)a->p.pt.nobjects, "nodes", (json_int_t)a->p.pt.nnodes, "waves", (json_int_t)a->p.pt.waves);
  release_shared(&n.sides);
  release_shared(&n.held);
  return out;
}
