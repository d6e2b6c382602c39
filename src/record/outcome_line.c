/* A line of the outcome file, by its row of outcome.def: see outcome_parts.h. */
#include "record/outcome_parts.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PCS = 1024 }; /* the runtime writes 24 at most; a file may have anything */

static const struct shape {
  const char *word;
  struct {
    uint8_t kind, at; /* at: where in the line's struct */
  } fields[OMEN_FIELDS + 1];
} shapes[] = {
#define FIELD(line, kind, name) {OMEN_FIELD_##kind, offsetof(line, name)},
#define OMEN_OUTCOME_LINE(symbol, word, ...)                                                                 \
  {word, {OMEN_EACH(FIELD, struct omen_line_##symbol, __VA_ARGS__){OMEN_FIELD_END, 0}}},
#include "record/outcome.def"
};

/* The next field, with the space before it gone; NULL: there is none. */
static char *next(char **rest) { return *rest ? strsep(rest, " ") : NULL; }

static bool number(const char *s, uint64_t *v) {
  char *end;
  if (!s || !isdigit((unsigned char)*s)) return false;
  errno = 0;
  *v = strtoull(s, &end, 0);
  return !*end && !errno;
}

static bool integer(const char *s, int *v) {
  char *end;
  if (!s || !(isdigit((unsigned char)*s) || *s == '-')) return false;
  errno = 0;
  long n = strtol(s, &end, 0);
  *v = (int)n;
  return !*end && !errno && n >= INT32_MIN && n <= INT32_MAX;
}

static bool letter(const char *s, char *out) {
  if (!s || !s[0] || s[1]) return false;
  *out = s[0];
  return true;
}

/* The list belongs to the caller even if it is no good. */
static bool pcs(char **rest, struct omen_pcs *out) {
  const char *word = next(rest);
  char *list = next(rest), *one;
  size_t cap = 0;
  if (!word || strcmp(word, "pcs") || !list) return false;
  if (!*list) return true;
  while ((one = strsep(&list, ","))) {
    uint64_t pc;
    if (!number(one, &pc) || out->n == MAX_PCS) return false;
    OMEN_GROW(out->pc, out->n, cap);
    out->pc[out->n++] = pc;
  }
  return true;
}

static bool string(char *s, bool phrase, char **out) {
  *out = s;
  for (char *p = s; phrase && p && *p; p++)
    if (*p == '_') *p = ' ';
  return s && *s;
}

static bool field(enum omen_field kind, char **rest, void *out) {
  switch (kind) {
  case OMEN_FIELD_NUMBER:
  case OMEN_FIELD_ADDRESS: return number(next(rest), out);
  case OMEN_FIELD_INT: return integer(next(rest), out);
  case OMEN_FIELD_LETTER: return letter(next(rest), out);
  case OMEN_FIELD_WORD: return string(next(rest), false, out);
  case OMEN_FIELD_PHRASE: return string(next(rest), true, out);
  case OMEN_FIELD_TEXT: return *(char **)out = *rest, *rest = NULL, *(char **)out != NULL;
  case OMEN_FIELD_SOME_PCS: return !*rest || pcs(rest, out);
  case OMEN_FIELD_PCS: return pcs(rest, out);
  case OMEN_FIELD_END: break;
  }
  return false;
}

/* The row whose word the text begins with; *rest: what is behind it, NULL: nothing. */
static enum omen_line find(char *text, char **rest) {
  for (int i = 0; i < OMEN_LINES; i++) {
    size_t n = strlen(shapes[i].word);
    if (strncmp(text, shapes[i].word, n) || (text[n] && text[n] != ' ')) continue;
    *rest = text[n] ? text + n + 1 : NULL;
    return (enum omen_line)i;
  }
  return OMEN_LINES;
}

const char *omen_line_read(char *text, enum omen_line *kind, union omen_any_line *out) {
  char *rest;
  *out = (union omen_any_line){0};
  *kind = find(text, &rest);
  if (*kind == OMEN_LINES) return "no such line is known";
  const struct shape *s = &shapes[*kind];
  for (int i = 0; s->fields[i].kind != OMEN_FIELD_END; i++)
    if (!field((enum omen_field)s->fields[i].kind, &rest, (char *)out + s->fields[i].at))
      return "a field is missing, or is no such thing";
  return rest ? "there are more fields than there should be" : NULL;
}

void omen_line_release(enum omen_line kind, union omen_any_line *line) {
  for (int i = 0; kind < OMEN_LINES && shapes[kind].fields[i].kind != OMEN_FIELD_END; i++) {
    enum omen_field k = (enum omen_field)shapes[kind].fields[i].kind;
    if (k != OMEN_FIELD_PCS && k != OMEN_FIELD_SOME_PCS) continue;
    struct omen_pcs *list = (struct omen_pcs *)((char *)line + shapes[kind].fields[i].at);
    free(list->pc);
    *list = (struct omen_pcs){0};
  }
}
