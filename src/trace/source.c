/* Opening a source, whatever its format, and reading it checked: see source.h. */
#include "trace/source.h"
#include "trace/check.h"
#include "trace/hidden_calls.h"
#include "trace/bytes.h"
#include "trace/rawlog.h"
#include "trace/readers.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void omen_source_init(struct omen_source *s, const struct omen_source_ops *ops, enum omen_format format,
                      const char *path, unsigned flags) {
  s->ops = ops;
  s->format = format;
  s->path = omen_xstrdup(path);
  s->flags = flags;
  for (int i = 0; i < OMEN_SPACES; i++) omen_names_init(&s->names[i]);
  if (!(flags & OMEN_SOURCE_UNCHECKED)) s->check = omen_check_new();
}

static struct omen_source *open_input(struct omen_bytes *in, unsigned flags, struct omen_err *err) {
  char magic[8];
  size_t n = 0;
  if (omen_bytes_peek(in, magic, sizeof magic, &n, err)) {
    omen_bytes_close(in);
    return NULL;
  }
  if (n == sizeof magic && !memcmp(magic, OMEN_BIN_MAGIC, sizeof magic)) return omen_bin_open(in, flags, err);
  return omen_std_open(in, flags, err);
}

static bool is_watch_log(const char *path, char **file) {
  struct stat st;
  if (stat(path, &st)) return false;
  if (S_ISDIR(st.st_mode)) {
    *file = omen_format("%s/events.raw", path);
    return true;
  }
  const char *base = strrchr(path, '/');
  if (strcmp(base ? base + 1 : path, "events.raw") != 0) return false;
  *file = omen_xstrdup(path);
  return true;
}

struct omen_source *omen_source_open(const char *path, unsigned flags, struct omen_err *err) {
  char *raw = NULL;
  if (strcmp(path, "-") != 0 && is_watch_log(path, &raw)) {
    struct omen_source *s = NULL;
    if (!omen_file_exists(raw))
      omen_fail(
          err,
          "%s is a folder, but not a recording of races: there is no events.raw in it ('omen trace' makes a "
          "trace of any recording)",
          path);
    else
      s = omen_rawlog_open(raw, flags, err);
    free(raw);
    return s;
  }
  struct omen_bytes *in = omen_bytes_file(path, err);
  return in ? open_input(in, flags, err) : NULL;
}

struct omen_source *omen_source_memory(const void *data, size_t n, unsigned flags, struct omen_err *err) {
  return open_input(omen_bytes_memory(data, n), flags, err);
}

static long read_checked(struct omen_source *s, struct omen_event *ev, size_t cap, struct omen_err *err) {
  long n = s->ops->read(s, ev, cap, err);
  if (n <= 0) return n;
  if (s->events + (uint64_t)n > 0xfffffff0u) /* clocks are 32-bit, and move at most once an event */
    return omen_fail(err, "%s: more than 4 billion events", s->path);
  if (s->check) {
    struct omen_err what;
    size_t ok = omen_check_run(s->check, ev, (size_t)n, s->names[OMEN_SPACE_THREAD].n,
                               s->names[OMEN_SPACE_SYNC].n, &what);
    if (ok < (size_t)n) {
      char where[64];
      s->ops->where(s, s->format == OMEN_FORMAT_RAW ? ev[ok].aux : s->events + ok, where, sizeof where);
      return omen_fail(err, "%s: %s: %s", s->path, where, what.msg);
    }
  }
  s->events += (uint64_t)n;
  return n;
}

long omen_source_read(struct omen_source *s, struct omen_event *ev, size_t cap, struct omen_err *err) {
  if (!s->hidden) return read_checked(s, ev, cap, err);
  size_t given;
  struct omen_event some[256];
  while (!(given = omen_hidden_calls_get(s->hidden, ev, cap))) {
    long n = read_checked(s, some, sizeof some / sizeof *some, err);
    if (n <= 0) return n;
    for (long i = 0; i < n; i++) omen_hidden_calls_put(s->hidden, &some[i]);
  }
  return (long)given;
}

int omen_source_rewind(struct omen_source *s, struct omen_err *err) {
  omen_hidden_calls_reset(s->hidden);
  s->events = 0;
  if (s->check) omen_check_reset(s->check);
  return s->ops->rewind(s, err);
}

void omen_source_close(struct omen_source *s) {
  if (!s) return;
  for (int i = 0; i < OMEN_SPACES; i++) omen_names_release(&s->names[i]);
  omen_check_free(s->check);
  omen_hidden_calls_free(s->hidden);
  free(s->path);
  s->ops->close(s);
}
