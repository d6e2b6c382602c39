/* The file `watched` of a recording: see watch.h. A line with the version, then one for each range. */
#include "record/watch.h"
#include <stdlib.h>
#include <string.h>

#define FIRST_LINE "omen-watched 1\n"
enum { MOST = 1 << 16 };

static char *file_of(const struct omen_recording *r) { return omen_format("%s/watched", r->dir); }

int omen_watched_write(const struct omen_recording *r, const struct omen_watch *v, uint32_t n,
                       struct omen_err *err) {
  struct omen_buf text = {0};
  char *path = file_of(r);
  omen_buf_adds(&text, FIRST_LINE);
  for (uint32_t i = 0; i < n; i++)
    omen_buf_addf(&text, "%llx %llu\n", (unsigned long long)v[i].addr, (unsigned long long)v[i].len);
  int result = omen_file_write(path, text.data, text.len, err);
  omen_buf_release(&text);
  free(path);
  return result;
}

/* False: no such line. */
static bool read_range(const char **at, struct omen_watch *w) {
  unsigned long long addr, len;
  int used = 0;
  if (sscanf(*at, "%llx %llu%n", &addr, &len, &used) != 2 || (*at)[used] != '\n' || !len) return false;
  *w = (struct omen_watch){addr, len};
  *at += used + 1;
  return true;
}

static bool read_ranges(const char *at, struct omen_watch **v, uint32_t *n) {
  size_t cap = 0;
  for (*n = 0; *at && *n < MOST; (*n)++) {
    OMEN_GROW(*v, *n, cap);
    if (!read_range(&at, &(*v)[*n])) return false;
  }
  return !*at;
}

bool omen_watched_read(const struct omen_recording *r, struct omen_watch **v, uint32_t *n) {
  struct omen_buf text = {0};
  struct omen_err err;
  char *path = file_of(r);
  bool read = !omen_file_read(path, &text, &err) && text.data && strlen(text.data) == text.len &&
              !strncmp(text.data, FIRST_LINE, strlen(FIRST_LINE));
  *v = NULL;
  read = read && read_ranges(text.data + strlen(FIRST_LINE), v, n);
  if (!read) {
    free(*v);
    *v = NULL;
  }
  omen_buf_release(&text);
  free(path);
  return read;
}
