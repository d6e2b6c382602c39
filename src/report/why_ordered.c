/* What orders two accesses: see why_ordered.h.
 *
 * The first pass over the log finds the first access at one place that follows one at the other, by another
 * thread on the same memory. The second follows what the earlier access's thread hands out from there on,
 * through locks, clocks, forks and joins, until it comes to the later one's thread: the last step names the
 * reason. */
#include "report/why_ordered.h"
#include "record/watch.h"
#include "report/resolve.h"
#include "base/numbers.h"
#include "base/table.h"
#include "trace/rawfile.h"
#include "trace/rawlog.h"
#include <stdlib.h>
#include <string.h>

enum { GRAIN = 3 /* bits: memory is told apart by 8 bytes */, MAX_PLACES = 1 << 22 };

struct seen { /* the last access at each of the two places to one piece of memory */
  uint64_t event[2];
  uint32_t thread[2];
  bool there[2], write[2];
};
struct search {
  const struct omen_foreign *f;
  struct omen_resolver v;
  struct omen_rawfile *log;
  uint8_t *of_site; /* 4: known; 1, 2: is the first, the second place */
  uint32_t nsites;
  struct omen_table by_piece; /* to index + 1 */
  struct seen *seen;
  size_t n, cap;
  bool reached[2];
  uint64_t from, to; /* the two events */
  uint32_t first, second;
};

/* ---- places ---- */

static bool is_at(const struct omen_site *s, const struct omen_foreign_access *a) {
  const struct omen_foreign_frame *p = omen_foreign_place(a);
  if (!p || !s || !s->file) return false;
  if ((int)s->line == p->line && !strcmp(omen_base_name(s->file), omen_base_name(p->file))) return true;
  char text[160]; /* function:file:line:column of the calls it was inlined through */
  snprintf(text, sizeof text, "%s:%d:", omen_base_name(p->file), p->line);
  return s->inlined && strstr(s->inlined, text);
}

static unsigned places(struct search *x, uint32_t site) {
  if (site >= x->nsites) return 0;
  if (!(x->of_site[site] & 4)) {
    const struct omen_site *s = omen_resolve_site(&x->v, site);
    x->of_site[site] = (uint8_t)(4 | is_at(s, &x->f->access[0]) | (is_at(s, &x->f->access[1]) << 1));
  }
  return x->of_site[site] & 3;
}

/* ---- the pair ---- */

static struct seen *seen_of(struct search *x, uint64_t piece) {
  uint64_t *number = omen_table_at(&x->by_piece, piece);
  if (!*number) {
    OMEN_GROW(x->seen, x->n, x->cap);
    x->seen[x->n++] = (struct seen){0};
    *number = x->n;
  }
  return &x->seen[*number - 1];
}

/* True: this access and an earlier one are the two. */
static bool meets(struct search *x, const struct omen_rawev *e, uint64_t number, unsigned is) {
  bool write = e->kind == OMEN_KIND_WRITE || e->kind == OMEN_KIND_AWRITE;
  if (x->n > MAX_PLACES) return false;
  struct seen *s = seen_of(x, e->obj >> GRAIN);
  for (int k = 0; k < 2; k++) {
    if (!(is & 1u << k)) continue;
    x->reached[k] = true;
    if (s->there[!k] && s->thread[!k] != e->thread && (write || s->write[!k])) {
      x->from = s->event[!k];
      x->first = s->thread[!k];
      x->to = number;
      x->second = e->thread;
      return true;
    }
  }
  for (int k = 0; k < 2; k++) {
    if (!(is & 1u << k)) continue;
    s->event[k] = number;
    s->thread[k] = e->thread;
    s->there[k] = true;
    s->write[k] = write;
  }
  return false;
}

static bool find_pair(struct search *x) {
  const struct omen_rawev *e;
  uint64_t first;
  for (long n; (n = omen_rawfile_next(x->log, &e, &first, NULL)) > 0;)
    for (long i = 0; i < n; i++) {
      unsigned is = omen_kind_is_access(e[i].kind) ? places(x, e[i].site) : 0;
      if (is && meets(x, &e[i], first + (uint64_t)i, is)) return true;
    }
  return false;
}

/* ---- the reason ---- */

struct flow {
  struct omen_numbers threads; /* that come after */
  uint64_t *objects;           /* that carry it; few */
  size_t n, cap;
};

static bool carries(const struct flow *w, uint64_t object) {
  for (size_t i = 0; i < w->n; i++)
    if (w->objects[i] == object) return true;
  return false;
}

static void carry(struct flow *w, uint64_t object, bool is) {
  for (size_t i = 0; i < w->n; i++)
    if (w->objects[i] == object) {
      if (!is) w->objects[i] = w->objects[--w->n];
      return;
    }
  if (!is) return;
  OMEN_GROW(w->objects, w->n, w->cap);
  w->objects[w->n++] = object;
}

static void reason(struct search *x, const struct omen_rawev *e, char *what, size_t cap) {
  const char *lock = omen_rawev_takes(e) ? omen_resolve_object(&x->v, e->obj2) : NULL;
  if (omen_rawev_takes(e))
    snprintf(what, cap, "the lock `%s`", lock ? lock : "?");
  else if (e->kind == OMEN_KIND_FORK)
    snprintf(what, cap, "the creation of thread T%llu", (unsigned long long)e->obj);
  else if (e->kind == OMEN_KIND_JOIN)
    snprintf(what, cap, "the end of thread T%llu, which is waited for", (unsigned long long)e->obj);
  else
    snprintf(what, cap, "synchronisation (a condition, semaphore, barrier or atomic variable)");
}

static bool follows(const struct flow *w, uint64_t thread) {
  return thread <= UINT32_MAX && omen_numbers_has(&w->threads, (uint32_t)thread);
}

/* The thread comes after if `so`; true: it did not before. */
static bool learns(struct flow *w, uint64_t thread, bool so) {
  if (!so || thread > UINT32_MAX || follows(w, thread)) return false;
  omen_numbers_index(&w->threads, (uint32_t)thread);
  return true;
}

/* True: the event made a thread come after. */
static bool step(struct flow *w, const struct omen_rawev *e) {
  bool me = follows(w, e->thread);
  switch (e->kind) {
  case OMEN_KIND_REL:
  case OMEN_KIND_PUBLISH:
    if (me) carry(w, e->obj, true);
    return false;
  case OMEN_KIND_SIGNAL: carry(w, e->obj, me); return false;
  case OMEN_KIND_COPY: carry(w, e->obj, carries(w, e->obj2)); return false;
  case OMEN_KIND_MERGE:
    if (carries(w, e->obj2)) carry(w, e->obj, true);
    return false;
  case OMEN_KIND_ACQ:
  case OMEN_KIND_OBSERVE: return learns(w, e->thread, carries(w, e->obj));
  case OMEN_KIND_FORK: return learns(w, e->obj, me);
  case OMEN_KIND_JOIN: return learns(w, e->thread, follows(w, e->obj));
  default: return false;
  }
}

static bool find_reason(struct search *x, char *what, size_t cap) {
  struct flow *w = omen_xcalloc(1, sizeof *w);
  const struct omen_rawev *e;
  uint64_t at;
  bool found = false;
  learns(w, x->first, true);
  omen_rawfile_seek(x->log, x->from);
  for (long n; !found && (n = omen_rawfile_next(x->log, &e, &at, NULL)) > 0 && at < x->to;)
    for (long i = 0; !found && i < n && at + (uint64_t)i < x->to; i++)
      if (step(w, &e[i]) && follows(w, x->second)) {
        reason(x, &e[i], what, cap);
        found = true;
      }
  omen_numbers_release(&w->threads);
  free(w->objects);
  free(w);
  return found;
}

int omen_why_ordered(const struct omen_recording *r, const struct omen_foreign *f, enum omen_ordered *how,
                     char *what, size_t cap, struct omen_err *err) {
  struct search x = {.f = f};
  struct omen_outcome outcome;
  struct omen_pool pool = {0};
  char *scratch = omen_watch_everything(r, err), *path = omen_format("%s/outcome", r->dir);
  int result = scratch ? omen_outcome_read(&outcome, path, err) : -1;
  free(path);
  if (result) return omen_scratch_free(scratch), -1;
  result = omen_resolver_init(&x.v, r, &outcome, &pool, err);
  path = omen_format("%s/events.raw", scratch);
  if (!result && !(x.log = omen_rawfile_open(path, err))) result = -1;
  free(path);
  if (!result) {
    for (size_t i = 0; i < x.v.nmodules; i++)
      if (x.v.modules[i].base + x.v.modules[i].count > x.nsites)
        x.nsites = x.v.modules[i].base + x.v.modules[i].count;
    x.of_site = omen_xcalloc(x.nsites + 1, 1);
    bool pair = find_pair(&x);
    *how = pair && find_reason(&x, what, cap) ? OMEN_ORDERED_BY
           : x.reached[0] && x.reached[1]     ? OMEN_ORDERED_APART
                                              : OMEN_ORDERED_UNREACHED;
    omen_rawfile_close(x.log);
  }
  if (x.v.pool) omen_resolver_release(&x.v);
  free(x.of_site);
  free(x.seen);
  omen_table_release(&x.by_piece);
  omen_pool_release(&pool);
  omen_outcome_release(&outcome);
  omen_scratch_free(scratch);
  return result;
}
