/* See touches.h. */
#include "triage/touches.h"
#include "record/watch.h"
#include "trace/rawfile.h"
#include <stdlib.h>

static int read_log(const struct omen_touches *t, const struct omen_resolver *v, const char *scratch,
                    struct omen_err *err) {
  char *path = omen_format("%s/events.raw", scratch);
  struct omen_rawfile *f = omen_rawfile_open(path, err);
  const struct omen_rawev *e;
  uint64_t first;
  long n = f ? 0 : -1;
  while (f && (n = omen_rawfile_next(f, &e, &first, err)) > 0)
    for (long i = 0; i < n; i++) t->take(t->with, v, &e[i]);
  omen_rawfile_close(f);
  free(path);
  return n < 0 ? -1 : 0;
}

int omen_touches_read(struct omen_touches *t, const struct omen_recording *r, struct omen_err *err) {
  bool cut = false;
  struct omen_outcome outcome = {0};
  struct omen_resolver v = {0};
  struct omen_pool pool = {0};
  char *scratch = omen_watch_some(r, t->most, &cut, err), *path = omen_format("%s/outcome", r->dir);
  int bad = scratch ? omen_outcome_read(&outcome, path, err) : -1;
  if (!bad) bad = omen_resolver_init(&v, r, &outcome, &pool, err);
  if (!bad) {
    t->begin(t->with, &v);
    bad = read_log(t, &v, scratch, err);
    omen_resolver_release(&v);
  }
  t->cut |= cut;
  omen_pool_release(&pool);
  omen_outcome_release(&outcome);
  omen_scratch_free(scratch);
  free(path);
  return bad;
}
