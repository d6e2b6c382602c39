/* Events to races: see races.h.
 *
 * The engines tell pairs apart by location, and in a watch log a location is the site's number. Races are to
 * be told apart by the functions on the stack and by the variable as well, so the engines are told another
 * location: the access's class (cluster.h). */
#include "report/races.h"
#include "detect/pairs.h"
#include "trace/rawlog.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct log {
  char *path;
  FILE *file;
  struct omen_err *err;
};

static uint32_t class_of(void *c, const struct omen_rawev *e) { return omen_cluster_class(c, e); }

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

static int detect(struct omen_cluster *c, struct log *l) {
  struct omen_source *src = omen_rawlog_open(l->path, OMEN_SOURCE_SUCCESSION, l->err);
  struct omen_pair_list list = {0};
  if (src) omen_rawlog_locate(src, class_of, c);
  int result = src ? omen_detect_pairs(src, &list, l->err) : -1;
  if (!result && omen_rawlog_cut(src))
    omen_warn("more than %u threads that nobody joined race: accesses after the %lluth are left out",
              OMEN_MAX_THREADS, (unsigned long long)omen_rawlog_cut(src));
  for (size_t i = 0; !result && i < list.n; i++) result = add_pair(c, l, &list.v[i]);
  omen_pair_list_release(&list);
  if (src) omen_source_close(src);
  return result;
}

int omen_races_collect(struct omen_cluster *c, const struct omen_recording *r, struct omen_err *err) {
  struct log l = {.path = omen_format("%s/events.raw", r->dir), .err = err};
  l.file = fopen(l.path, "re");
  int result = l.file ? detect(c, &l) : omen_fail(err, "%s: %s", l.path, strerror(errno));
  if (l.file) fclose(l.file);
  free(l.path);
  return result;
}
