/* Reader and writer of the sites file: see sites.h. The reader takes any bytes: a line that is not understood
 * is an error with its number. */
#include "build/sites.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define SITES_VERSION 1
#define SITES_MAX 0x7fffffffull

static const char *keep(struct omen_sites *s, const char *text) {
  if (!text || !*text) return "";
  OMEN_GROW(s->pool, s->npool, s->pool_cap);
  return s->pool[s->npool++] = omen_xstrdup(text);
}

/* Neighbouring sites share file, function and often more: those strings are kept once. */
static const char *keep_like(struct omen_sites *s, const char *text, const char *last) {
  return text && last && strcmp(text, last) == 0 ? last : keep(s, text);
}

uint32_t omen_sites_add(struct omen_sites *s, const struct omen_site *site) {
  static const struct omen_site none = {.kind = "", .file = "", .function = "", .linkage = "", .inlined = ""};
  const struct omen_site *last = s->n ? &s->sites[s->n - 1] : &none;
  struct omen_site copy = *site;
  copy.kind = keep_like(s, site->kind, last->kind);
  copy.file = keep_like(s, site->file, last->file);
  copy.function = keep_like(s, site->function, last->function);
  copy.linkage = keep_like(s, site->linkage, last->linkage);
  copy.inlined = keep_like(s, site->inlined, last->inlined);
  copy.text = keep(s, site->text);
  OMEN_GROW(s->sites, s->n, s->cap);
  s->sites[s->n] = copy;
  return (uint32_t)s->n++;
}

void omen_sites_add_global(struct omen_sites *s, const struct omen_site_global *g) {
  struct omen_site_global copy = *g;
  copy.name = keep(s, g->name);
  copy.linkage = keep(s, g->linkage);
  copy.file = keep(s, g->file);
  OMEN_GROW(s->globals, s->nglobals, s->globals_cap);
  s->globals[s->nglobals++] = copy;
}

void omen_sites_release(struct omen_sites *s) {
  for (size_t i = 0; i < s->npool; i++) free(s->pool[i]);
  free(s->pool);
  free(s->sites);
  free(s->globals);
  free(s->module);
  *s = (struct omen_sites){0};
}

static void put_text(struct omen_buf *b, const char *text) {
  omen_buf_add(b, "\t", 1);
  while (text && *text) {
    size_t plain = strcspn(text, "\t\n\r\\");
    omen_buf_add(b, text, plain);
    text += plain;
    if (!*text) break;
    omen_buf_adds(b, *text == '\t' ? "\\t" : *text == '\n' ? "\\n" : *text == '\r' ? "\\r" : "\\\\");
    text++;
  }
}

static void put_number(struct omen_buf *b, int64_t n) { omen_buf_addf(b, "\t%lld", (long long)n); }

int omen_sites_write(const struct omen_sites *s, const char *path, struct omen_err *err) {
  struct omen_buf b = {0};
  omen_buf_addf(&b, "omen-sites\t%d", SITES_VERSION);
  put_text(&b, s->module);
  for (size_t i = 0; i < s->n; i++) {
    const struct omen_site *t = &s->sites[i];
    omen_buf_adds(&b, "\ns");
    put_number(&b, (int64_t)i);
    put_text(&b, t->kind);
    put_number(&b, (int64_t)t->size);
    put_text(&b, t->file);
    put_number(&b, t->line);
    put_number(&b, t->column);
    put_text(&b, t->function);
    put_text(&b, t->linkage);
    put_text(&b, t->inlined);
    put_text(&b, t->text);
    put_number(&b, t->pair);
    if (t->pruned) put_number(&b, 1);
  }
  for (size_t i = 0; i < s->nglobals; i++) {
    const struct omen_site_global *g = &s->globals[i];
    omen_buf_adds(&b, "\ng");
    put_text(&b, g->name);
    put_text(&b, g->linkage);
    put_number(&b, (int64_t)g->size);
    put_text(&b, g->file);
    put_number(&b, g->line);
  }
  omen_buf_adds(&b, "\n");
  int rc = omen_file_write(path, b.data, b.len, err);
  omen_buf_release(&b);
  return rc;
}

/* Undoes put_text in place. */
static void unescape(char *s) {
  char *to = s;
  for (; *s; s++) {
    if (*s != '\\' || !s[1]) {
      *to++ = *s;
      continue;
    }
    s++;
    *to++ = *s == 't' ? '\t' : *s == 'n' ? '\n' : *s == 'r' ? '\r' : *s;
  }
  *to = 0;
}

/* Cuts a line at its tabs into at most `max` fields; returns how many there are in all. */
static int split(char *line, char **fields, int max) {
  int n = 0;
  for (char *p = line; p; n++) {
    char *tab = strchr(p, '\t');
    if (tab) *tab++ = 0;
    if (n < max) fields[n] = p;
    unescape(p);
    p = tab;
  }
  return n;
}

static bool number(const char *s, int64_t min, uint64_t max, int64_t *out) {
  char *end;
  errno = 0;
  long long v = strtoll(s, &end, 10);
  if (errno || end == s || *end || v < min || (v > 0 && (uint64_t)v > max)) return false;
  *out = v;
  return true;
}

static bool read_site(struct omen_sites *s, char **f, int n) {
  int64_t id, size, line, column, pair;
  if (n < 12 || n > 13 || (n == 13 && strcmp(f[12], "1")) || !number(f[1], 0, SITES_MAX, &id) ||
      (uint64_t)id != s->n)
    return false;
  if (!number(f[3], 0, INT64_MAX, &size) || !number(f[5], 0, UINT32_MAX, &line)) return false;
  if (!number(f[6], 0, UINT32_MAX, &column) || !number(f[11], -1, SITES_MAX, &pair)) return false;
  OMEN_GROW(s->sites, s->n, s->cap);
  s->sites[s->n++] = (struct omen_site){f[2], (uint64_t)size, f[4],  (uint32_t)line, (uint32_t)column, f[7],
                                        f[8], f[9],           f[10], pair,           n == 13};
  return true;
}

static bool read_global(struct omen_sites *s, char **f, int n) {
  int64_t size, line;
  if (n != 6 || !number(f[3], 0, INT64_MAX, &size) || !number(f[5], 0, UINT32_MAX, &line)) return false;
  OMEN_GROW(s->globals, s->nglobals, s->globals_cap);
  s->globals[s->nglobals++] = (struct omen_site_global){f[1], f[2], (uint64_t)size, f[4], (uint32_t)line};
  return true;
}

static int read_line(struct omen_sites *s, char *line, size_t at, const char *path, struct omen_err *err) {
  char *f[13];
  int n = split(line, f, 13);
  if (at == 1) {
    int64_t version;
    if (n != 3 || strcmp(f[0], "omen-sites") || !number(f[1], 0, INT32_MAX, &version))
      return omen_fail(err, "%s: not a sites file", path);
    if (version != SITES_VERSION)
      return omen_fail(err, "%s: sites file of version %lld", path, (long long)version);
    s->module = omen_xstrdup(f[2]);
    return 0;
  }
  bool ok = strcmp(f[0], "s") == 0 ? read_site(s, f, n) : strcmp(f[0], "g") == 0 && read_global(s, f, n);
  return ok ? 0 : omen_fail(err, "%s:%zu: damaged sites file", path, at);
}

static int check_pairs(const struct omen_sites *s, const char *path, struct omen_err *err) {
  for (size_t i = 0; i < s->n; i++)
    if (s->sites[i].pair >= (int64_t)s->n)
      return omen_fail(err, "%s: site %zu has a pair that is not there", path, i);
  return 0;
}

int omen_sites_read(struct omen_sites *s, const char *path, struct omen_err *err) {
  *s = (struct omen_sites){0};
  struct omen_buf b = {0};
  int rc = omen_file_read(path, &b, err);
  if (rc) {
    omen_buf_release(&b);
    return rc;
  }
  size_t at = 0;
  if (!b.len || b.data[b.len - 1] != '\n' || memchr(b.data, 0, b.len)) {
    rc = omen_fail(err, "%s: not a whole sites file", path);
    omen_buf_release(&b);
    return rc;
  }
  OMEN_GROW(s->pool, s->npool, s->pool_cap);
  s->pool[s->npool++] = b.data; /* fields point into it */
  for (char *p = b.data, *end = b.data + b.len; !rc && p < end;) {
    char *nl = memchr(p, '\n', (size_t)(end - p));
    *nl = 0;
    rc = read_line(s, p, ++at, path, err);
    p = nl + 1;
  }
  if (!rc) rc = check_pairs(s, path, err);
  if (rc) omen_sites_release(s);
  return rc;
}
