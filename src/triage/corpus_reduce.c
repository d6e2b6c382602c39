/* See corpus_reduce.h. Halves first, then quarters and so on down to single bytes, from the end: what stands
 * at the end is needed least. As long as single bytes could be left out, they are tried again. */
#include "triage/corpus_reduce.h"
#include <stdlib.h>
#include <string.h>

struct reduction {
  struct omen_inputs now;
  unsigned left; /* questions */
  omen_reduce_fails *fails;
  void *arg;
};

static bool can_shrink(const struct omen_input *i) {
  return i->symbolic && i->kind != OMEN_INPUT_ARGC && i->len;
}
size_t omen_reduce_bytes(const struct omen_inputs *in) {
  size_t n = 0;
  for (size_t i = 0; i < in->n; i++) n += can_shrink(&in->list[i]) ? in->list[i].len : 0;
  return n;
}
/* Without `n` bytes from `at` on: taken over if the program fails still. */
static bool leave_out(struct reduction *r, size_t source, size_t at, size_t n) {
  struct omen_inputs other;
  if (!r->left) return false;
  r->left--;
  omen_inputs_copy(&other, &r->now);
  struct omen_input *i = &other.list[source];
  memmove(i->bytes + at, i->bytes + at + n, i->len - at - n);
  i->len -= n;
  bool good = r->fails(r->arg, &other);
  omen_inputs_release(good ? &r->now : &other);
  if (good) r->now = other;
  return good;
}
/* All pieces of that size, once. */
static bool sweep(struct reduction *r, size_t source, size_t piece) {
  bool any = false;
  for (size_t end = r->now.list[source].len; end && r->left;) {
    size_t at = end > piece ? end - piece : 0;
    any |= leave_out(r, source, at, end - at);
    end = at;
  }
  return any;
}
static void shrink(struct reduction *r, size_t source) {
  for (size_t piece = r->now.list[source].len; piece > 1; piece = piece / 2) sweep(r, source, piece);
  while (r->left && r->now.list[source].len && sweep(r, source, 1)) continue;
}
bool omen_reduce(const struct omen_inputs *in, unsigned most, omen_reduce_fails *fails, void *arg,
                 struct omen_inputs *out) {
  struct reduction r = {.left = most, .fails = fails, .arg = arg};
  omen_inputs_copy(&r.now, in);
  for (size_t i = 0; i < in->n; i++)
    if (can_shrink(&in->list[i])) shrink(&r, i);
  *out = r.now;
  if (omen_reduce_bytes(out) < omen_reduce_bytes(in)) return true;
  omen_inputs_release(out);
  return false;
}
