/* Reading other detectors' logs: see foreign.h. Line by line; a report begins with a line that only it has,
 * and the lines of its two stacks follow. */
#include "report/foreign.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct reader {
  struct omen_foreigns *out;
  struct omen_foreign now;
  bool open;
  int access; /* that frames belong to; -1: none */
  bool omen;  /* the next report is Omen's own */
  size_t line;
};

static bool has(const char *line, const char *text) { return strstr(line, text) != NULL; }

/* ---- one report ---- */

static void free_one(struct omen_foreign *f) {
  for (int k = 0; k < 2; k++) {
    for (size_t i = 0; i < f->access[k].n; i++)
      free(f->access[k].frames[i].function), free(f->access[k].frames[i].file);
    free(f->access[k].frames);
  }
  free(f->variable);
}

static bool same_place(const struct omen_foreign_access *a, const struct omen_foreign_access *b) {
  const struct omen_foreign_frame *x = omen_foreign_place(a), *y = omen_foreign_place(b);
  if (!x || !y) return x == y;
  return x->line == y->line && !strcmp(x->file, y->file) && !strcmp(x->function, y->function);
}

static bool same_report(const struct omen_foreign *a, const struct omen_foreign *b) {
  return a->tool == b->tool &&
         ((same_place(&a->access[0], &b->access[0]) && same_place(&a->access[1], &b->access[1])) ||
          (same_place(&a->access[0], &b->access[1]) && same_place(&a->access[1], &b->access[0])));
}

static void finish(struct reader *r) {
  if (!r->open) return;
  r->open = false;
  r->access = -1;
  struct omen_foreigns *all = r->out;
  for (size_t i = 0; i < all->n; i++)
    if (same_report(&all->all[i], &r->now)) {
      all->all[i].times++;
      free_one(&r->now);
      return;
    }
  if (!r->now.access[0].n && !r->now.access[1].n) {
    free_one(&r->now);
    return;
  }
  OMEN_GROW(all->all, all->n, all->cap);
  all->all[all->n++] = r->now;
}

static void begin(struct reader *r, const char *tool) {
  finish(r);
  r->now = (struct omen_foreign){.tool = tool, .at = r->line, .times = 1};
  r->open = true;
  r->access = -1;
}

static void enter(struct reader *r, int access, bool write) {
  r->access = access;
  r->now.access[access].write = write;
}

/* ---- frames ---- */

static void add_frame(struct reader *r, const char *function, size_t nf, const char *file, size_t nfile,
                      int line) {
  struct omen_foreign_access *a = &r->now.access[r->access];
  if (a->n >= 256) return;
  OMEN_GROW(a->frames, a->n, a->cap);
  a->frames[a->n++] = (struct omen_foreign_frame){omen_xstrndup(function, nf),
                                                  nfile ? omen_xstrndup(file, nfile) : NULL, line};
}

/* FILE:LINE or FILE:LINE:COLUMN; where the file's name ends, and the line. 0: neither. */
static size_t split_place(const char *text, size_t n, int *line) {
  size_t end = n;
  *line = 0;
  for (int part = 0; part < 2; part++) {
    size_t digits = end;
    while (digits && isdigit((unsigned char)text[digits - 1])) digits--;
    if (digits == end || !digits || text[digits - 1] != ':' || end - digits > 8) break;
    *line = atoi(text + digits);
    end = digits - 1;
  }
  return *line ? end : 0;
}

/* "    #0 f(int) /path/a.c:5:28 (module+0x1) (BuildId: ...)" */
static void tsan_frame(struct reader *r, const char *line) {
  const char *p = line + strspn(line, " ");
  if (*p != '#' || !isdigit((unsigned char)p[1])) return;
  p += 1 + strspn(p + 1, "0123456789");
  p += strspn(p, " ");
  const char *end = p + strlen(p), *module = strstr(p, " (");
  while (module && !has(module, "+0x")) module = NULL;
  for (const char *m = module;
       m && (m = strstr(m + 2, " ("));) /* C++ names have parentheses: the last with +0x */
    if (has(m, "+0x")) module = m;
  if (module) end = module;
  const char *place = end;
  while (place > p && place[-1] != ' ') place--;
  int number;
  size_t n = split_place(place, (size_t)(end - place), &number);
  size_t name = place > p ? (size_t)(place - p) - 1 : (size_t)(end - p);
  add_frame(r, p, name, place, n, number);
}

/* "==12==    at 0x109207: f (tr.c:5)" */
static void valgrind_frame(struct reader *r, const char *line) {
  const char *p = line + strspn(line, " ");
  if (strncmp(p, "at 0x", 5) && strncmp(p, "by 0x", 5)) return;
  p = strstr(p, ": ");
  if (!p) return;
  p += 2;
  const char *open = strrchr(p, '('), *close = open ? strchr(open, ')') : NULL;
  if (!close) return;
  int number = 0;
  size_t n = split_place(open + 1, (size_t)(close - open - 1), &number);
  add_frame(r, p, open > p ? (size_t)(open - p) - 1 : 0, open + 1, n, number);
}

/* ---- lines ---- */

static void quoted(struct reader *r, const char *line, char quote) {
  const char *from = strchr(line, quote), *to = from ? strchr(from + 1, quote) : NULL;
  if (to && !r->now.variable) r->now.variable = omen_xstrndup(from + 1, (size_t)(to - from - 1));
}

static void tsan_line(struct reader *r, const char *line) {
  const char *p = line + strspn(line, " ");
  bool previous = !strncasecmp(p, "previous ", 9);
  if (previous) p += 9;
  if (!strncasecmp(p, "atomic ", 7)) p += 7;
  if (has(line, " of size ") && has(line, " by ") &&
      (!strncasecmp(p, "write", 5) || !strncasecmp(p, "read", 4)))
    enter(r, previous, !strncasecmp(p, "write", 5));
  else if (has(line, "Location is global '"))
    r->access = -1, quoted(r, line, '\'');
  else if (r->access >= 0 && *p == '#')
    tsan_frame(r, line);
  else if (!strncmp(p, "SUMMARY:", 8))
    finish(r);
  else if (*p) /* mutexes, threads, locations */
    r->access = -1;
}

static void helgrind_line(struct reader *r, const char *line) {
  if (has(line, "This conflicts with a previous "))
    enter(r, 1, has(line, "previous write"));
  else if (has(line, "data symbol \""))
    quoted(r, line, '"'), r->access = -1;
  else if (r->access >= 0)
    valgrind_frame(r, line);
}

static void drd_line(struct reader *r, const char *line) {
  if (has(line, "Allocation context") || has(line, "Other segment"))
    r->access = -1;
  else if (r->access >= 0)
    valgrind_frame(r, line);
}

/* The text of a line of Valgrind's, behind "==123== "; NULL: it is none. */
static const char *valgrind_text(const char *line) {
  if (strncmp(line, "==", 2)) return NULL;
  const char *p = line + 2 + strspn(line + 2, "0123456789");
  return p > line + 2 && !strncmp(p, "==", 2) ? p + 2 : NULL;
}

static void take(struct reader *r, const char *line) {
  const char *valgrind = valgrind_text(line);
  if (has(line, "[race ") && has(line, ": race on `")) {
    finish(r);
    r->omen = true; /* what follows has ThreadSanitizer's layout */
  } else if (has(line, "WARNING: ThreadSanitizer: ")) {
    bool omen = r->omen;
    r->omen = false;
    if (has(line, ": data race")) return begin(r, omen ? "Omen" : "ThreadSanitizer");
    finish(r);
    r->out->others++;
  } else if (valgrind && has(valgrind, "Possible data race during ")) {
    begin(r, "Helgrind");
    enter(r, 0, has(valgrind, "during write"));
  } else if (valgrind &&
             (has(valgrind, "Conflicting load by thread") || has(valgrind, "Conflicting store by thread"))) {
    begin(r, "DRD");
    enter(r, 0, has(valgrind, "Conflicting store"));
  } else if (!r->open) {
    return;
  } else if (r->now.tool[0] == 'T' || r->now.tool[0] == 'O') {
    tsan_line(r, line);
  } else if (valgrind && (has(valgrind, "----------------") ||
                          (r->now.tool[0] == 'D' && !valgrind[strspn(valgrind, " ")]))) {
    finish(r);
  } else if (valgrind) {
    r->now.tool[0] == 'H' ? helgrind_line(r, valgrind) : drd_line(r, valgrind);
  }
}

void omen_foreign_read(struct omen_foreigns *out, const char *text, size_t len) {
  *out = (struct omen_foreigns){0};
  struct reader r = {.out = out, .access = -1};
  for (const char *p = text, *end = text + len; p < end;) {
    const char *nl = memchr(p, '\n', (size_t)(end - p));
    char *line = omen_xstrndup(p, (size_t)((nl ? nl : end) - p));
    r.line++;
    take(&r, line);
    free(line);
    p = nl ? nl + 1 : end;
  }
  finish(&r);
}

void omen_foreign_release(struct omen_foreigns *f) {
  for (size_t i = 0; i < f->n; i++) free_one(&f->all[i]);
  free(f->all);
  *f = (struct omen_foreigns){0};
}

/* ---- is it the same race? ---- */

const struct omen_foreign_frame *omen_foreign_place(const struct omen_foreign_access *a) {
  static const char *const not_ours[] = {"tsan_", "sanitizer_", "hg_intercepts", "drd_", "vg_replace"};
  for (size_t i = 0; i < a->n; i++) {
    const struct omen_foreign_frame *f = &a->frames[i];
    if (!f->file || !f->line || has(f->file, "/compiler-rt/")) continue;
    bool own = true;
    for (size_t k = 0; k < sizeof not_ours / sizeof *not_ours; k++)
      own &= strncmp(omen_base_name(f->file), not_ours[k], strlen(not_ours[k])) != 0;
    if (own) return f;
  }
  return NULL;
}

/* Tools put an access to another line of a statement than we do, now and then: any frame's line counts, ours
 * or theirs, as long as it is in the function that the access is in. */
static bool at_line(const struct omen_foreign_access *f, const struct omen_access *a) {
  const struct omen_foreign_frame *p = omen_foreign_place(f);
  if (!p) return false;
  if (a->file && a->line == p->line && !strcmp(omen_base_name(a->file), omen_base_name(p->file))) return true;
  for (size_t i = 0; i < a->stack.n && i < 2; i++) {
    const struct omen_frame *g = &a->stack.frames[i];
    if (g->file && g->line == p->line && !strcmp(omen_base_name(g->file), omen_base_name(p->file)))
      return true;
  }
  return false;
}

static bool in_function(const struct omen_foreign_access *f, const struct omen_access *a) {
  const struct omen_foreign_frame *p = omen_foreign_place(f);
  if (!p || !a->function) return false;
  size_t n = strlen(a->function);
  return !strncmp(p->function, a->function, n) && (!p->function[n] || p->function[n] == '(');
}

static int both(const struct omen_foreign *f, const struct omen_race *r,
                bool (*is)(const struct omen_foreign_access *, const struct omen_access *)) {
  const struct omen_foreign_access *a = &f->access[0], *b = &f->access[1];
  return (is(a, &r->access[0]) && is(b, &r->access[1])) || (is(a, &r->access[1]) && is(b, &r->access[0]));
}

static bool same_variable(const struct omen_foreign *f, const struct omen_race *r) {
  if (!f->variable) return true;
  size_t n = strlen(f->variable);
  const char *end = f->variable + n, *name = f->variable; /* function.variable: a static one */
  for (const char *p = name; p < end; p++)
    if (*p == '.') name = p + 1;
  return !strncmp(r->location.name, name, strlen(name)) || has(r->location.name, name);
}

int omen_foreign_fits(const struct omen_foreign *f, const struct omen_race *r) {
  if (both(f, r, at_line)) return 3;
  bool one = !f->access[1].n || !omen_foreign_place(&f->access[1]) || !omen_foreign_place(&f->access[0]);
  for (int k = 0; one && k < 2; k++)
    for (int i = 0; i < 2; i++)
      if (at_line(&f->access[k], &r->access[i]) && same_variable(f, r)) return 2;
  return f->variable && both(f, r, in_function) && same_variable(f, r) ? 2 : 0;
}

bool omen_foreigns_want(const struct omen_foreigns *f, const struct omen_race *race) {
  for (size_t i = 0; i < f->n; i++)
    if (omen_foreign_fits(&f->all[i], race)) return true;
  return false;
}
