/* Source lines: see source_lines.h. Files are read whole, once; one that is very large, or is not there, is
 * not asked again. */
#include "report/source_lines.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define LARGEST (16 << 20)

static struct omen_lines_file *get(struct omen_lines *c, const char *path) {
  for (size_t i = 0; i < c->n; i++)
    if (!strcmp(c->files[i].path, path)) return &c->files[i];
  OMEN_GROW(c->files, c->n, c->cap);
  struct omen_lines_file *f = &c->files[c->n++];
  *f = (struct omen_lines_file){.path = omen_xstrdup(path)};
  struct stat st;
  if (!stat(path, &st) && S_ISREG(st.st_mode) && st.st_size <= LARGEST &&
      omen_file_read(path, &f->text, NULL))
    omen_buf_release(&f->text);
  return f;
}

/* The line's bytes, [*from, *to). */
static bool find(struct omen_lines *c, const char *path, int line, const char **from, const char **to) {
  if (!path || line <= 0) return false;
  const struct omen_lines_file *f = get(c, path);
  const char *p = f->text.data;
  if (!p) return false;
  const char *end = p + f->text.len;
  for (int i = 1; p && p < end && i < line; i++) {
    p = memchr(p, '\n', (size_t)(end - p));
    if (p) p++;
  }
  if (!p || p >= end) return false;
  const char *nl = memchr(p, '\n', (size_t)(end - p));
  *from = p;
  *to = nl ? nl : end;
  return true;
}

bool omen_lines_indented(struct omen_lines *c, const char *path, int line, char *out, size_t cap) {
  const char *p, *end;
  size_t n = 0;
  if (!cap || !find(c, path, line, &p, &end)) return false;
  for (; p < end && n + 1 < cap; p++)
    if (*p == '\t') do
        out[n++] = ' ';
      while (n % 8 && n + 1 < cap);
    else
      out[n++] = (unsigned char)*p < ' ' ? ' ' : *p; /* a terminal is not to obey it */
  while (n && out[n - 1] == ' ') n--;
  out[n] = 0;
  return true;
}

bool omen_lines_get(struct omen_lines *c, const char *path, int line, char *out, size_t cap) {
  if (!omen_lines_indented(c, path, line, out, cap)) return false;
  size_t skip = strspn(out, " ");
  memmove(out, out + skip, strlen(out + skip) + 1);
  return *out;
}

void omen_lines_release(struct omen_lines *c) {
  for (size_t i = 0; i < c->n; i++) {
    free(c->files[i].path);
    omen_buf_release(&c->files[i].text);
  }
  free(c->files);
  *c = (struct omen_lines){0};
}
