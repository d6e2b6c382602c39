/* Mutations of inputs: see corpus_feed.h. Each is a few small changes of one source, as fuzzers make them. */
#include "triage/corpus_feed.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { TOKENS = 512, LONGEST = 1 << 16 };

uint32_t omen_mutator_below(struct omen_mutator *m, uint32_t n) {
  m->state ^= m->state << 13;
  m->state ^= m->state >> 7;
  m->state ^= m->state << 17;
  return n ? (uint32_t)((m->state * 0x2545f4914f6cdd1dull) >> 33) % n : 0;
}
#define below(n) omen_mutator_below(m, (uint32_t)(n))

void omen_mutator_token(struct omen_mutator *m, const char *bytes, size_t n) {
  for (size_t i = 0; i < m->n_tokens; i++)
    if (strlen(m->tokens[i]) == n && !memcmp(m->tokens[i], bytes, n)) return;
  if (!n || m->n_tokens == TOKENS) return;
  OMEN_GROW(m->tokens, m->n_tokens, m->tokens_cap);
  m->tokens[m->n_tokens++] = omen_xstrndup(bytes, n);
}
void omen_mutator_release(struct omen_mutator *m) {
  for (size_t i = 0; i < m->n_tokens; i++) free(m->tokens[i]);
  free(m->tokens);
}

/* ---- one change of a buffer ---- */

/* Bytes [at, at + gone) become these. */
static void splice(struct omen_buf *b, size_t at, size_t gone, const void *bytes, size_t n) {
  struct omen_buf new = {0};
  if (at > b->len) at = b->len;
  if (gone > b->len - at) gone = b->len - at;
  omen_buf_add(&new, b->data, at);
  omen_buf_add(&new, bytes, n);
  omen_buf_add(&new, b->data + at + gone, b->len - at - gone);
  omen_buf_release(b);
  *b = new;
}
static void change_byte(struct omen_mutator *m, struct omen_buf *b) {
  static const uint8_t often[] = {0,    1,   16,  32,  64,  100, 127, 128, 255,
                                  '\n', '"', '0', ' ', '-', '<', '{', '['};
  if (!b->len) return;
  char *p = &b->data[below(b->len)];
  switch (below(4)) {
  case 0: *p ^= (char)(1 << below(8)); break;
  case 1: *p = (char)often[below(sizeof often)]; break;
  case 2: *p = (char)(*p + (int)below(71) - 35); break;
  default: *p = (char)below(256);
  }
}
/* Some of it goes, or comes a second time, elsewhere or often. */
static void change_range(struct omen_mutator *m, struct omen_buf *b) {
  size_t at = below(b->len + 1), left = b->len - at, n = left ? 1 + below(left < 16 ? left : 16) : 0;
  if (below(4) == 0 && left) n = 1 + below(left);
  char *copy = omen_xstrndup("", 0);
  copy = omen_xrealloc(copy, n + 1);
  memcpy(copy, b->data + at, n);
  unsigned what = below(3);
  if (!what)
    splice(b, at, n, "", 0);
  else
    for (unsigned times = what == 1 ? 1 : 1 + below(16); times && b->len + n <= LONGEST; times--)
      splice(b, what == 1 ? below(b->len + 1) : at, 0, copy, n);
  free(copy);
}
static void insert_word(struct omen_mutator *m, struct omen_buf *b) {
  static const char *const usual[] = {"\n", "=", ":", ";",  ",",  " ",  "\"", "\\",
                                      "/",  "<", ">", "{}", "[]", "()", "0x"};
  bool own = m->n_tokens && below(4);
  const char *word = own ? m->tokens[below(m->n_tokens)] : usual[below(sizeof usual / sizeof *usual)];
  size_t n = strlen(word);
  splice(b, below(b->len + 1), below(2) ? n : 0, word, n);
}
static void change_number(struct omen_mutator *m, struct omen_buf *b) {
  static const char *const often[] = {"0",
                                      "1",
                                      "-1",
                                      "2",
                                      "10",
                                      "100",
                                      "127",
                                      "255",
                                      "256",
                                      "1000",
                                      "32768",
                                      "65535",
                                      "65536",
                                      "2147483647",
                                      "-2147483648",
                                      "4294967295",
                                      "4294967296",
                                      "1e9",
                                      "9999999999999999999"};
  size_t at = below(b->len + 1), n = 0;
  while (at < b->len && !isdigit((unsigned char)b->data[at])) at++;
  while (at + n < b->len && isdigit((unsigned char)b->data[at + n])) n++;
  if (!n) return change_byte(m, b);
  const char *text = often[below(sizeof often / sizeof *often)];
  char small[16];
  snprintf(small, sizeof small, "%u", below(300));
  if (below(2)) text = small;
  splice(b, at, n, text, strlen(text));
}
static void cross(struct omen_mutator *m, struct omen_buf *b, const struct omen_input *other) {
  if (!other || !other->len) return change_range(m, b);
  size_t from = below(other->len), n = other->len - from;
  if (b->len + n <= LONGEST) splice(b, below(b->len + 1), b->len, other->bytes + from, n);
}
static void change(struct omen_mutator *m, struct omen_buf *b, const struct omen_input *other) {
  switch (below(8)) {
  case 0:
  case 1:
  case 2: change_byte(m, b); break;
  case 3:
  case 4: change_range(m, b); break;
  case 5: insert_word(m, b); break;
  case 6: change_number(m, b); break;
  default: cross(m, b, other);
  }
}

/* ---- of a whole input ---- */

static bool can_change(const struct omen_input *i) {
  return i->symbolic && i->kind != OMEN_INPUT_ARGC && !omen_input_unset(i);
}
static size_t pick(struct omen_mutator *m, const struct omen_inputs *in) {
  size_t n = 0, some[64];
  for (size_t i = 0; i < in->n && n < 64; i++)
    if (can_change(&in->list[i])) some[n++] = i;
  return n ? some[below(n)] : SIZE_MAX;
}
static void put(struct omen_input *i, struct omen_buf *b) {
  bool string = omen_inputs_is_string(i->kind);
  size_t n = string && b->len > i->room ? i->room : b->len;
  for (size_t k = 0; k < n && string; k++)
    if (!b->data[k]) b->data[k] = 'a';
  omen_inputs_set(i, b->data ? b->data : "", n);
}
bool omen_mutate(struct omen_mutator *m, const struct omen_inputs *in, const struct omen_inputs *other,
                 struct omen_inputs *out) {
  size_t which = pick(m, in);
  if (which == SIZE_MAX) return false;
  struct omen_buf b = {0};
  const struct omen_input *end = other && which < other->n ? &other->list[which] : NULL;
  omen_buf_add(&b, in->list[which].bytes, in->list[which].len);
  for (unsigned n = 1u << below(4); n; n--) change(m, &b, end);
  omen_inputs_copy(out, in);
  put(&out->list[which], &b);
  omen_buf_release(&b);
  return true;
}
bool omen_mutate_length(const struct omen_inputs *in, size_t source, size_t len, struct omen_inputs *out) {
  const struct omen_input *i = &in->list[source];
  if (!can_change(i) || len == i->len || (omen_inputs_is_string(i->kind) && len > i->room)) return false;
  struct omen_buf b = {0};
  for (size_t k = 0; k < len; k++) {
    uint8_t c = k < i->len ? i->bytes[k] : i->len ? i->bytes[i->len - 1 - (k - i->len) % i->len] : 'a';
    omen_buf_add(&b, &c, 1);
  }
  omen_inputs_copy(out, in);
  put(&out->list[source], &b);
  omen_buf_release(&b);
  return true;
}
