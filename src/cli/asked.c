/* See asked.h. */
#include "cli/asked.h"

static size_t add(char **words, size_t n, const char *option, const struct omen_list *list) {
  for (size_t i = 0; i < list->n; i++) {
    words[n++] = omen_xstrdup(option);
    words[n++] = omen_xstrdup(list->v[i]);
  }
  return n;
}

char **omen_asked_words(const struct omen_options *o) {
  char **words = omen_xcalloc(2 * (o->invariant.n + o->without.n) + 4, sizeof *words);
  size_t n = add(words, add(words, 0, "--invariant", &o->invariant), "--without", &o->without);
  if (o->no_segments) words[n++] = omen_xstrdup("--no-segments");
  if (o->segments != OMEN_SEGMENTS_EVERY) {
    words[n++] = omen_xstrdup("--segments");
    words[n++] = omen_format("%gs", o->segments);
  }
  return words;
}

char **omen_asked_copy(const struct omen_list *list) {
  if (!list->n) return NULL;
  char **copy = omen_xcalloc(list->n + 1, sizeof *copy);
  for (size_t i = 0; i < list->n; i++) copy[i] = omen_xstrdup(list->v[i]);
  return copy;
}
