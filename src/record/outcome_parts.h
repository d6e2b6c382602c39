/* Inside the reader of outcome files (outcome.c, outcome_defects.c): how a line is taken apart. */
#ifndef OMEN_RECORD_OUTCOME_PARTS_H
#define OMEN_RECORD_OUTCOME_PARTS_H
#include "record/outcome.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PCS 1024

struct omen_outcome_line {
  const char *word;
  bool (*take)(struct omen_outcome *o, char *rest); /* false: not a good one */
};

/* Lines about defects and inversions of locks; others are left alone. */
void omen_outcome_take_defect(struct omen_outcome *o, const char *name, char *rest);

/* The rest of a line while it is being taken apart. Fields are separated by single spaces. */
static inline char *field(char **rest) {
  if (!*rest) return NULL;
  return strsep(rest, " ");
}

static inline bool number(char **rest, uint64_t *v) {
  char *s = field(rest), *end;
  if (!s || !*s || *s == '-' || *s == '+') return false;
  errno = 0;
  *v = strtoull(s, &end, 0);
  return !*end && !errno;
}

static inline bool integer(char **rest, int *v) {
  char *s = field(rest), *end;
  if (!s || !*s) return false;
  errno = 0;
  long n = strtol(s, &end, 0);
  if (*end || errno || n < INT32_MIN || n > INT32_MAX) return false;
  *v = (int)n;
  return true;
}

/* "pcs PC,PC,..."; none at all is fine. */
static inline void pcs(char **rest, struct omen_pcs *out) {
  char *word = field(rest), *list = word && !strcmp(word, "pcs") ? field(rest) : NULL, *one;
  size_t cap = 0;
  while (list && (one = strsep(&list, ",")) && out->n < MAX_PCS) {
    if (!*one) continue;
    OMEN_GROW(out->pc, out->n, cap);
    out->pc[out->n++] = strtoull(one, NULL, 0);
  }
}

static inline bool small(char **rest, uint32_t *v) {
  uint64_t n;
  if (!number(rest, &n) || n > UINT32_MAX) return false;
  *v = (uint32_t)n;
  return true;
}

static inline bool word(char **rest, char *out, size_t cap) {
  char *s = field(rest);
  if (s) snprintf(out, cap, "%s", s);
  return s && *s;
}

/* A `wait`, with its holder, or a `hold`. */
static inline bool take_wait(struct omen_out_wait *w, char *rest, bool waits) {
  *w = (struct omen_out_wait){.holder = -1};
  char *what;
  if (!integer(&rest, &w->id) || !(what = field(&rest)) || !number(&rest, &w->addr) ||
      (waits && !integer(&rest, &w->holder)))
    return false;
  w->what = omen_xstrdup(what);
  pcs(&rest, &w->pcs);
  return true;
}

#endif
