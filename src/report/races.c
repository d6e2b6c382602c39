/* Events to races: see races.h.
 *
 * The engines tell pairs apart by location, and in a watch log a location is the site's number. Races are to
 * be told apart by the functions on the stack and by the variable as well, so the engines are told another
 * location: the access's class (cluster.h). */
#include "report/races.h"
#include "detect/pairs.h"
#include "trace/rawfile.h"
#include "trace/rawlog.h"
#include <stdlib.h>
#include <string.h>

/* The records that pairs name, by number. They are read in the order of the log, each block of it once. */
struct log {
  char *path;
  struct omen_err *err;
  uint64_t *number;
  struct omen_rawev *record;
  size_t n, cap;
};

static uint32_t class_of(void *c, const struct omen_rawev *e) { return omen_cluster_class(c, e); }

static int by_number(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static void want(struct log *l, const uint64_t at[2]) {
  for (int k = 0; k < 2; k++) {
    OMEN_GROW(l->number, l->n, l->cap);
    l->number[l->n++] = at[k];
  }
}

static const uint64_t *shown(const struct omen_pair *p) { return p->schedulable ? p->sched : p->first; }

static void want_pairs(struct log *l, const struct omen_pair_list *list) {
  struct omen_sample sample[OMEN_SAMPLES_MAX];
  for (size_t i = 0; i < list->n; i++) {
    want(l, shown(&list->v[i]));
    uint32_t n = omen_samples_take(list->v[i].samples, sample);
    for (uint32_t k = 0; k < n; k++) want(l, sample[k].event);
  }
  if (l->n) qsort(l->number, l->n, sizeof *l->number, by_number);
}

static int read_records(struct log *l) {
  struct omen_rawfile *f = omen_rawfile_open(l->path, l->err);
  int result = f ? 0 : -1;
  l->record = omen_xcalloc(l->n + 1, sizeof *l->record);
  for (size_t i = 0; !result && i < l->n; i++)
    result = omen_rawfile_at(f, l->number[i], &l->record[i], l->err);
  omen_rawfile_close(f);
  return result;
}

static const struct omen_rawev *record(const struct log *l, uint64_t number) {
  const uint64_t *at = bsearch(&number, l->number, l->n, sizeof number, by_number);
  return &l->record[at - l->number];
}

static void add_pair(struct omen_cluster *c, const struct log *l, const struct omen_pair *p) {
  const uint64_t *at = shown(p);
  omen_cluster_add(c, record(l, at[0]), record(l, at[1]), p->schedulable, p->instances);
  omen_cluster_sample(c, record(l, at[0]), record(l, at[1]), at, p->schedulable);
  struct omen_sample sample[OMEN_SAMPLES_MAX];
  uint32_t n = omen_samples_take(p->samples, sample);
  for (uint32_t i = 0; i < n; i++)
    omen_cluster_sample(c, record(l, sample[i].event[0]), record(l, sample[i].event[1]), sample[i].event,
                        sample[i].schedulable);
}

static int detect(struct omen_cluster *c, struct log *l) {
  struct omen_source *src = omen_rawlog_open(l->path, OMEN_SOURCE_SUCCESSION, l->err);
  struct omen_pair_list list = {0};
  if (src) omen_rawlog_locate(src, class_of, c);
  int result = src ? omen_detect_pairs(src, &list, l->err) : -1;
  if (!result && omen_rawlog_cut(src))
    omen_warn("more than %u threads that nobody joined race: accesses after the %lluth are left out",
              OMEN_MAX_THREADS, (unsigned long long)omen_rawlog_cut(src));
  if (!result) {
    want_pairs(l, &list);
    result = read_records(l);
  }
  for (size_t i = 0; !result && i < list.n; i++) add_pair(c, l, &list.v[i]);
  omen_pair_list_release(&list);
  if (src) omen_source_close(src);
  return result;
}

int omen_races_collect(struct omen_cluster *c, const struct omen_recording *r, struct omen_err *err) {
  struct log l = {.path = omen_format("%s/events.raw", r->dir), .err = err};
  int result = detect(c, &l);
  free(l.path);
  free(l.number);
  free(l.record);
  return result;
}
