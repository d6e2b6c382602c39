/* The code of a race: see race_code.h. */
#include "report/race_code.h"
#include "report/stacks.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static char *copy(const char *s) { return s ? omen_xstrdup(s) : NULL; }

static bool same(const char *a, const char *b) { return a && b ? !strcmp(a, b) : a == b; }

enum { LONGEST = 240 }; /* of a line, with the zero: what is longer is cut */

static void describe(struct omen_lines *lines, const struct omen_access *a, char *word[OMEN_CODE_WORDS]) {
  char line[LONGEST];
  size_t n = omen_stacks_own_code(a->stack.frames, a->stack.n);
  const struct omen_frame *own =
      n > 1 ? &a->stack.frames[n - 1] : NULL; /* the access is in a library's code */
  const char *function = own ? own->function : a->function, *file = own ? own->file : a->file,
             *path = own ? own->path : a->path;
  bool there = omen_lines_get(lines, path, own ? own->line : a->line, line, sizeof line);
  word[OMEN_CODE_OP] = copy(a->atomic  ? a->write ? "atomic write" : "atomic read"
                            : a->write ? "write"
                                       : "read");
  word[OMEN_CODE_FUNCTION] = copy(function);
  word[OMEN_CODE_FILE] = copy(file ? omen_base_name(file) : NULL);
  word[OMEN_CODE_TEXT] = copy(there ? line : a->text);
}

static int compare(char *const a[OMEN_CODE_WORDS], char *const b[OMEN_CODE_WORDS]) {
  for (int i = OMEN_CODE_WORDS; i--;) {
    int d = strcmp(a[i] ? a[i] : "", b[i] ? b[i] : "");
    if (d) return d;
  }
  return 0;
}

struct omen_race_code omen_code_of(struct omen_lines *lines, const struct omen_race *race) {
  struct omen_race_code c = {0};
  for (int side = 0; side < 2; side++) describe(lines, &race->access[side], c.word[side]);
  if (compare(c.word[0], c.word[1]) <= 0) return c;
  struct omen_race_code turned;
  memcpy(turned.word[0], c.word[1], sizeof c.word[1]);
  memcpy(turned.word[1], c.word[0], sizeof c.word[0]);
  return turned;
}

struct omen_race_code omen_code_copy(const struct omen_race_code *c) {
  struct omen_race_code out;
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < OMEN_CODE_WORDS; i++) out.word[side][i] = copy(c->word[side][i]);
  return out;
}

void omen_code_release(struct omen_race_code *c) {
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < OMEN_CODE_WORDS; i++) free(c->word[side][i]);
  *c = (struct omen_race_code){0};
}

/* ---- another name ---- */

static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* The last part of a name: `tally` of Server::tally(int). */
static void last_part(const char *function, char *out, size_t size) {
  size_t end = strcspn(function, "(<"), from = end;
  while (from && in_name(function[from - 1])) from--;
  snprintf(out, size, "%.*s", (int)(end - from), function + from);
}

/* Does the name stand here, at the beginning of a word? Its length, or 0. */
static size_t name_here(const char *text, const char *at, const char *name) {
  size_t n = strlen(name);
  bool begins = at == text || !in_name(at[-1]);
  return begins && n && !strncmp(at, name, n) && !in_name(at[n]) ? n : 0;
}

/* The same line, but for the function's own name: a function of one line has both. */
static bool same_text(char *const was[OMEN_CODE_WORDS], char *const now[OMEN_CODE_WORDS]) {
  char old[200] = "", new[200] = "";
  const char *a = was[OMEN_CODE_TEXT], *b = now[OMEN_CODE_TEXT];
  if (!a || !b) return false;
  bool cut = strlen(a) == LONGEST - 1 || strlen(b) == LONGEST - 1;
  if (was[OMEN_CODE_FUNCTION]) last_part(was[OMEN_CODE_FUNCTION], old, sizeof old);
  if (now[OMEN_CODE_FUNCTION]) last_part(now[OMEN_CODE_FUNCTION], new, sizeof new);
  while (*a && *b) {
    size_t n = name_here(was[OMEN_CODE_TEXT], a, old), m = name_here(now[OMEN_CODE_TEXT], b, new);
    if (!(n && m) && *a != *b) return false;
    a += n && m ? n : 1;
    b += n && m ? m : 1;
  }
  return *a == *b || cut;
}

static bool stands_in(const struct omen_buf *text, const char *name) {
  size_t n = strlen(name);
  for (const char *p = text->data; n && p && (p = strstr(p, name)); p += n)
    if (name_here(text->data, p, name)) return true;
  return false;
}

static const char *path_of(const struct omen_race *race, const char *file) {
  for (int side = 0; side < 2; side++)
    for (size_t i = 0; i < race->access[side].stack.n; i++) {
      const struct omen_frame *f = &race->access[side].stack.frames[i];
      if (f->file && f->path && !strcmp(omen_base_name(f->file), file)) return f->path;
    }
  return NULL;
}

/* Is the function's old name gone from the file? A file that cannot be read says nothing against it. */
static bool is_gone(const struct omen_race *race, const char *file, const char *function) {
  char name[200];
  struct omen_buf text = {0};
  const char *path = path_of(race, file);
  last_part(function, name, sizeof name);
  bool gone = !path || omen_file_read(path, &text, NULL) || !stands_in(&text, name);
  omen_buf_release(&text);
  return gone;
}

static bool side_renamed(char *const was[OMEN_CODE_WORDS], char *const now[OMEN_CODE_WORDS],
                         const struct omen_race *race) {
  if (!same(was[OMEN_CODE_OP], now[OMEN_CODE_OP]) || !same_text(was, now)) return false;
  bool function = same(was[OMEN_CODE_FUNCTION], now[OMEN_CODE_FUNCTION]),
       file = same(was[OMEN_CODE_FILE], now[OMEN_CODE_FILE]);
  if (function || !file) return function; /* one of the two, not both */
  return was[OMEN_CODE_FUNCTION] && now[OMEN_CODE_FILE] &&
         is_gone(race, now[OMEN_CODE_FILE], was[OMEN_CODE_FUNCTION]);
}

static void tell(char *const was[OMEN_CODE_WORDS], char *const now[OMEN_CODE_WORDS], char *what,
                 size_t size) {
  static const int names[] = {OMEN_CODE_FUNCTION, OMEN_CODE_FILE};
  for (int i = 0; i < 2; i++)
    if (!same(was[names[i]], now[names[i]]))
      snprintf(what, size, "%s is %s now", was[names[i]] ? was[names[i]] : "?",
               now[names[i]] ? now[names[i]] : "?");
}

bool omen_code_renamed(const struct omen_race_code *was, const struct omen_race_code *now,
                       const struct omen_race *race, char *what, size_t size) {
  for (int turned = 0; turned < 2; turned++) {
    if (!side_renamed(was->word[0], now->word[turned], race) ||
        !side_renamed(was->word[1], now->word[!turned], race))
      continue;
    *what = 0;
    for (int side = 0; side < 2; side++) tell(was->word[side], now->word[side ^ turned], what, size);
    return true;
  }
  return false;
}
