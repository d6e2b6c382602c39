/* See pruned.h. */
#include "build/pruned.h"
#include <stdlib.h>
#include <string.h>

#define HEAD "omen-pruned 1 "

int omen_pruned_write(const struct omen_pruned *p, const char *path, struct omen_err *err) {
  struct omen_buf b = {0};
  omen_buf_addf(&b, HEAD "%llu\n", (unsigned long long)p->total);
  for (uint64_t i = 0, end; i < p->total; i = end) {
    for (end = i; end < p->total && p->is[end] == p->is[i]; end++) continue;
    if (p->is[i]) omen_buf_addf(&b, "%llu %llu\n", (unsigned long long)i, (unsigned long long)(end - i));
  }
  omen_buf_adds(&b, "end\n");
  int bad = omen_file_write(path, b.data, b.len, err);
  omen_buf_release(&b);
  return bad;
}

/* A number, and the byte that must stand behind it. */
static bool number(const char **at, char behind, uint64_t *out) {
  char *end;
  if (**at < '0' || **at > '9') return false;
  *out = strtoull(*at, &end, 10);
  if (*end != behind) return false;
  *at = end + 1;
  return true;
}

enum { MOST = 1 << 30 }; /* accesses: a file that claims more is damaged */

static bool parse(struct omen_pruned *p, const char *text) {
  uint64_t total, first, count, next = 0;
  if (strncmp(text, HEAD, strlen(HEAD))) return false;
  text += strlen(HEAD);
  if (!number(&text, '\n', &total) || total > MOST) return false;
  *p = (struct omen_pruned){total, omen_xcalloc(total + 1, 1)};
  while (strcmp(text, "end\n")) {
    if (!number(&text, ' ', &first) || !number(&text, '\n', &count)) return false;
    if (first < next || first >= total || count > total - first) return false;
    memset(p->is + first, 1, count);
    next = first + count;
  }
  return true;
}

int omen_pruned_read(struct omen_pruned *p, const char *path, struct omen_err *err) {
  struct omen_buf b = {0};
  *p = (struct omen_pruned){0};
  int bad = omen_file_read(path, &b, err);
  if (!bad && (!b.len || memchr(b.data, 0, b.len) || !parse(p, b.data)))
    bad = omen_fail(err, "%s: not a whole list of pruned accesses", path);
  omen_buf_release(&b);
  if (bad) omen_pruned_release(p);
  return bad;
}

uint64_t omen_pruned_count(const struct omen_pruned *p) {
  uint64_t n = 0;
  for (uint64_t i = 0; i < p->total; i++) n += p->is[i];
  return n;
}

void omen_pruned_release(struct omen_pruned *p) {
  free(p->is);
  *p = (struct omen_pruned){0};
}
