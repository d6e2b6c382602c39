/* Interning of names: see intern.h. A name of the form LETTER NUMBER lives in `direct` when its number was
 * small enough at the time it was first seen, and in the hash table otherwise; a hole in `direct` is
 * therefore no proof that the name is new, and the hash table is asked before a number is given. */
#include "trace/intern.h"
#include "base/base.h"
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

void omen_names_init(struct omen_names *n) { *n = (struct omen_names){.prefix = -1}; }

void omen_names_release(struct omen_names *n) {
  free(n->direct);
  free(n->at);
  free(n->text);
  omen_index_release(&n->index);
  omen_names_init(n);
}

const char *omen_names_get(const struct omen_names *n, uint32_t id, size_t *len) {
  uint64_t end = id + 1 < n->n ? n->at[id + 1] : n->text_n;
  *len = (size_t)(end - n->at[id]);
  return n->text + n->at[id];
}

static uint32_t add(struct omen_names *n, const char *s, size_t len) {
  OMEN_GROW(n->at, n->n, n->cap);
  if (n->text_n + len > n->text_cap) {
    n->text_cap = (n->text_n + len) * 2 + 64;
    n->text = omen_xrealloc(n->text, n->text_cap);
  }
  if (len) memcpy(n->text + n->text_n, s, len);
  n->at[n->n] = n->text_n;
  n->text_n += len;
  return n->n++;
}

/* The number in a name of the form PREFIX NUMBER without leading zeros; -1 when it is not of that form. */
static int64_t number_in(const struct omen_names *n, const char *s, size_t len) {
  size_t skip = n->prefix > 0;
  if (n->prefix < 0 || len <= skip || len - skip > 9 || (skip && s[0] != (char)n->prefix)) return -1;
  if (s[skip] == '0' && len - skip > 1) return -1;
  int64_t v = 0;
  for (size_t i = skip; i < len; i++) {
    if (s[i] < '0' || s[i] > '9') return -1;
    v = v * 10 + (s[i] - '0');
  }
  return v;
}

static void choose_prefix(struct omen_names *n, const char *s, size_t len) {
  if (!len) return;
  bool digit = s[0] >= '0' && s[0] <= '9';
  n->prefix = digit ? 0 : s[0] == '\0' ? -1 : (unsigned char)s[0];
  if (number_in(n, s, len) < 0) n->prefix = -1; /* wait for a name that has the form */
}

/* Room for `v` in the direct table, when the table stays in proportion to the number of names. */
static bool direct_room(struct omen_names *n, int64_t v) {
  if (v < n->direct_n) return true;
  if (v >= 65536 + 8 * (int64_t)n->n) return false;
  uint32_t want = n->direct_n ? n->direct_n : 1024;
  while (want <= v) want *= 2;
  n->direct = omen_xrealloc(n->direct, want * sizeof *n->direct);
  memset(n->direct + n->direct_n, 0, (want - n->direct_n) * sizeof *n->direct);
  n->direct_n = want;
  return true;
}

struct text {
  const char *s;
  size_t len;
};
static bool is_called(const void *names, uint32_t number, const void *text) {
  const struct text *want = text;
  size_t len;
  const char *s = omen_names_get(names, number, &len);
  return len == want->len && !memcmp(s, want->s, len);
}

uint32_t omen_names_intern(struct omen_names *n, const char *s, size_t len, bool *fresh) {
  if (fresh) *fresh = false;
  if (n->prefix < 0) choose_prefix(n, s, len);
  int64_t v = number_in(n, s, len);
  bool direct = v >= 0 && direct_room(n, v);
  if (direct && n->direct[v]) return n->direct[v] - 1;
  omen_index_room(&n->index);
  uint32_t hash = (uint32_t)XXH3_64bits(s, len);
  uint64_t *slot = omen_index_slot(&n->index, hash, is_called, n, &(struct text){s, len});
  if (*slot) {
    uint32_t id = (uint32_t)*slot - 1;
    if (direct) n->direct[v] = id + 1;
    return id;
  }
  uint32_t id = add(n, s, len);
  if (direct) {
    n->direct[v] = id + 1;
  } else {
    omen_index_fill(&n->index, slot, hash, id);
  }
  if (fresh) *fresh = true;
  return id;
}
