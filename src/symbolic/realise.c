/* See realise.h. */
#include "symbolic/realise.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#define SOME_BYTES 8u /* OMEN_SYM_SIZE_MORE */

static void resize(struct omen_input *i, size_t len) {
  i->bytes = omen_xrealloc(i->bytes, len + 1);
  if (len > i->len) memset(i->bytes + i->len, 0, len - i->len);
  i->len = len;
  i->bytes[len] = 0;
}
static uint32_t argc_of(const struct omen_input *i) {
  uint32_t n = 0;
  for (size_t k = 0; k < 4 && k < i->len; k++) n |= (uint32_t)i->bytes[k] << (8 * k);
  return n;
}
static unsigned long number_of(const struct omen_input *i) { return strtoul(i->name, NULL, 10); }

/* As many arguments as argc says: the last ones go, or empty ones come. */
static void fit_arguments(struct omen_inputs *in, uint32_t argc) {
  size_t kept = 0;
  unsigned long next = 1, room = OMEN_INPUT_ROOM;
  for (size_t k = 0; k < in->n; k++) {
    struct omen_input *i = &in->list[k];
    if (i->kind == OMEN_INPUT_ARGV && number_of(i) >= argc) {
      free(i->name), free(i->bytes);
      continue;
    }
    if (i->kind == OMEN_INPUT_ARGV) {
      if (number_of(i) >= next) next = number_of(i) + 1;
      if (i->symbolic && i->room > room) room = i->room;
    }
    in->list[kept++] = *i;
  }
  in->n = kept;
  for (; next < argc; next++) {
    char name[24];
    snprintf(name, sizeof name, "%lu", next);
    omen_inputs_add(in, OMEN_INPUT_ARGV, name, "", 0, room, true);
  }
}

void omen_sym_realise(const struct omen_inputs *base, const struct omen_sym_model *m,
                      struct omen_inputs *out) {
  omen_inputs_copy(out, base);
  uint32_t argc = 0;
  for (uint32_t k = 0; k < m->n; k++) {
    const struct omen_sym_byte *b = &m->list[k];
    if (b->source >= out->n) continue;
    struct omen_input *i = &out->list[b->source];
    if (b->offset >= i->len && (!b->value || b->offset >= i->room)) continue;
    if (b->offset >= i->len) resize(i, b->offset + 1);
    i->bytes[b->offset] = b->value;
  }
  for (size_t k = 0; k < out->n; k++) {
    struct omen_input *i = &out->list[k];
    if (i->symbolic && omen_inputs_is_string(i->kind)) i->len = strnlen((char *)i->bytes, i->len);
    if (i->symbolic && i->kind == OMEN_INPUT_ARGC) argc = argc_of(i);
  }
  if (argc) fit_arguments(out, argc);
}

uint64_t omen_sym_inputs_hash(const struct omen_inputs *in) {
  uint64_t h = in->n;
  for (size_t k = 0; k < in->n; k++) {
    const struct omen_input *i = &in->list[k];
    uint64_t parts[4] = {h, i->kind | (uint64_t)omen_input_unset(i) << 32,
                         XXH3_64bits(i->name, strlen(i->name)),
                         XXH3_64bits_withSeed(i->bytes, i->len, i->len)};
    h = XXH3_64bits(parts, sizeof parts);
  }
  return h;
}

static size_t last_line(const struct omen_input *i) { /* where it begins */
  size_t at = i->len;
  if (at && i->bytes[at - 1] == '\n') at--;
  while (at && i->bytes[at - 1] != '\n') at--;
  return at;
}
/* The end of the word, behind its last letter; 0: there are not so many. */
static size_t word_end(const struct omen_input *i, uint32_t word) {
  for (size_t k = 0; k < i->len; k++) {
    bool ends = isalnum(i->bytes[k]) && (k + 1 == i->len || !isalnum(i->bytes[k + 1]));
    if (ends && !word--) return k + 1;
  }
  return 0;
}
static bool resize_word(const struct omen_inputs *base, size_t source, bool longer, uint32_t word,
                        struct omen_inputs *out) {
  const struct omen_input *from = &base->list[source];
  size_t end = word_end(from, word);
  if (!end || (longer && from->len + 1 > from->room)) return false;
  omen_inputs_copy(out, base);
  struct omen_input *i = &out->list[source];
  resize(i, longer ? from->len + 1 : from->len - 1);
  if (longer)
    memcpy(i->bytes + end, from->bytes + end - 1, from->len - end + 1);
  else
    memcpy(i->bytes + end - 1, from->bytes + end, from->len - end);
  return true;
}
bool omen_sym_resize(const struct omen_inputs *base, size_t source, enum omen_sym_size how, uint32_t word,
                     struct omen_inputs *out) {
  const struct omen_input *from = &base->list[source];
  size_t len = from->len, line = last_line(from), tail = len - line, want = len;
  switch (how) {
  case OMEN_SYM_SIZE_TWICE: want = len + tail; break;
  case OMEN_SYM_SIZE_MORE: want = len + SOME_BYTES; break;
  case OMEN_SYM_SIZE_HALF: want = len / 2; break;
  case OMEN_SYM_SIZE_LESS: want = line ? line : len ? len - 1 : 0; break;
  case OMEN_SYM_SIZE_LONGER_WORD:
  case OMEN_SYM_SIZE_SHORTER_WORD:
    return resize_word(base, source, how == OMEN_SYM_SIZE_LONGER_WORD, word, out);
  default: want = 0;
  }
  size_t room = from->room > len ? from->room : len;
  if (want > room) want = room;
  if (want == len) return false;
  omen_inputs_copy(out, base);
  struct omen_input *i = &out->list[source];
  resize(i, want);
  for (size_t k = len; k < want; k++) /* its own end again; "0" where there is none */
    i->bytes[k] = tail ? from->bytes[line + (k - len) % tail] : '0';
  return true;
}
