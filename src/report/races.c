/* Events to races: see races.h.
 *
 * The engines tell pairs apart by location, and in a watch log a location is the site's number. Races are to
 * be told apart by the functions on the stack and by the variable as well, so the engines get a copy of the
 * log in which the number of the site is replaced by that of the access's class (cluster.h). Record numbers
 * stay the same. */
#include "report/races.h"
#include "detect/pairs.h"
#include "trace/kinds.h"
#include "trace/rawlog.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHUNK 4096

struct log {
  char *path;
  FILE *file;
  struct omen_err *err;
};

static bool is_access(const struct omen_rawev *e) {
  return e->kind == OMEN_KIND_READ || e->kind == OMEN_KIND_WRITE || e->kind == OMEN_KIND_AREAD ||
         e->kind == OMEN_KIND_AWRITE;
}

static int write_classes(struct omen_cluster *c, struct log *l, FILE *out) {
  struct omen_rawev *ev = omen_xmalloc(CHUNK * sizeof *ev);
  size_t n;
  while ((n = fread(ev, sizeof *ev, CHUNK, l->file)) > 0) {
    for (size_t i = 0; i < n; i++)
      if (is_access(&ev[i])) ev[i].site = omen_cluster_class(c, &ev[i]);
    if (fwrite(ev, sizeof *ev, n, out) != n) break;
  }
  free(ev);
  if (ferror(l->file)) return omen_fail(l->err, "%s: %s", l->path, strerror(errno));
  if (fflush(out) || ferror(out)) return omen_fail(l->err, "temporary file: %s", strerror(errno));
  return 0;
}

static int read_record(struct log *l, uint64_t number, struct omen_rawev *e) {
  if (number > INT64_MAX / (int64_t)sizeof *e || fseeko(l->file, (off_t)(number * sizeof *e), SEEK_SET) ||
      fread(e, sizeof *e, 1, l->file) != 1)
    return omen_fail(l->err, "%s: no event %llu", l->path, (unsigned long long)number);
  return 0;
}

static int add_pair(struct omen_cluster *c, struct log *l, const struct omen_pair *p) {
  const uint64_t *at = p->schedulable ? p->sched : p->first;
  struct omen_rawev first, second;
  if (read_record(l, at[0], &first) || read_record(l, at[1], &second)) return -1;
  omen_cluster_add(c, &first, &second, p->schedulable, p->instances);
  struct omen_sample sample[OMEN_SAMPLES_MAX];
  uint32_t n = omen_samples_take(p->samples, sample);
  for (uint32_t i = 0; i < n; i++) {
    if (read_record(l, sample[i].event[0], &first) || read_record(l, sample[i].event[1], &second)) return -1;
    omen_cluster_sample(c, &first, &second, sample[i].schedulable);
  }
  return 0;
}

static int detect(struct omen_cluster *c, struct log *l, FILE *classes) {
  char *path = omen_format("/proc/self/fd/%d", fileno(classes));
  struct omen_source *src = omen_rawlog_open(path, 0, l->err);
  struct omen_pair_list list = {0};
  int result = src ? omen_detect_pairs(src, &list, l->err) : -1;
  for (size_t i = 0; !result && i < list.n; i++) result = add_pair(c, l, &list.v[i]);
  omen_pair_list_release(&list);
  if (src) omen_source_close(src);
  free(path);
  return result;
}

int omen_races_collect(struct omen_cluster *c, const struct omen_recording *r, struct omen_err *err) {
  struct log l = {.path = omen_format("%s/events.raw", r->dir), .err = err};
  FILE *classes = NULL;
  int result = 0;
  if (!(l.file = fopen(l.path, "re")))
    result = omen_fail(err, "%s: %s", l.path, strerror(errno));
  else if (!(classes = tmpfile()))
    result = omen_fail(err, "temporary file: %s", strerror(errno));
  if (!result) result = write_classes(c, &l, classes);
  if (!result) result = detect(c, &l, classes);
  if (classes) fclose(classes);
  if (l.file) fclose(l.file);
  free(l.path);
  return result;
}
