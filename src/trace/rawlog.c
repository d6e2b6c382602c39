/* The watch log in: see rawlog.h. Opening reads the log once to learn where ranges begin and end; the atoms
 * are what lies between two such places and is touched by some access. */
#include "trace/rawlog.h"
#include "base/numbers.h"
#include "trace/rawfile.h"
#include "trace/readers.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct atom {
  uint64_t start, end;
};
/* Of an access or an ALLOC: a cell of a hash table. Every record of the log is looked up in it, twice, so key
 * and answer are in one cell: an index over records (base/table.h) would cost a second cache miss. */
struct range {
  uint64_t addr, len;
  uint32_t first, count; /* its atoms */
  bool used, access;
};
struct known { /* what a number is called, so that the same one need not be written out again */
  uint64_t number;
  uint32_t id;
  bool used;
};
enum { KNOWN = 1024 };
struct succession {
  struct omen_numbers numbers; /* of threads */
  struct heir {
    uint32_t thread; /* ours */
    uint32_t free;   /* + 1: a thread of ours whose last one this one joined; of that, the next */
    uint32_t next;
  } *heir; /* by index of `numbers`; `free` and `next` by thread */
  size_t nheirs, cheirs;
};
struct raw {
  struct omen_source base;
  struct succession line;
  uint64_t cut;
  struct known known[OMEN_SPACES][KNOWN];
  struct omen_rawfile *file;
  const struct omen_rawev *rec;
  size_t rec_n, rec_at;
  uint64_t rec_base; /* number of rec[0] */
  uint64_t records;  /* up to the end of rec */
  struct range *range;
  uint32_t mask, ranges;
  struct atom *atom;
  uint32_t atoms, atoms_cap;
  uint32_t split;                                              /* atoms of rec[rec_at] given so far */
  uint32_t (*location)(void *arg, const struct omen_rawev *e); /* NULL: the site is */
  void *location_arg;
};

static int bad(struct raw *r, uint64_t record, struct omen_err *err, const char *what) {
  return omen_fail(err, "%s: record %llu: %s", r->base.path, (unsigned long long)record, what);
}

static bool has_range(unsigned kind) { return omen_kind_is_access(kind) || kind == OMEN_KIND_ALLOC; }

/* An ALLOC may be longer than `size` can say: then obj2 is its length. */
static uint64_t length(const struct omen_rawev *e) {
  return e->kind == OMEN_KIND_ALLOC && e->obj2 ? e->obj2 : e->size;
}

static struct range *cell(struct raw *r, uint64_t addr, uint64_t len) {
  uint64_t h = (addr * 0x9e3779b97f4a7c15u) ^ (len * 0xbf58476d1ce4e5b9u);
  uint32_t i = (uint32_t)(h >> 32) & r->mask;
  while (r->range[i].used && (r->range[i].addr != addr || r->range[i].len != len)) i = (i + 1) & r->mask;
  return &r->range[i];
}

static void range_grow(struct raw *r) {
  struct range *old = r->range;
  uint32_t n = r->mask ? r->mask + 1 : 0, size = n ? n * 2 : 1024;
  r->range = omen_xcalloc(size, sizeof *r->range);
  r->mask = size - 1;
  for (uint32_t i = 0; i < n; i++)
    if (old[i].used) *cell(r, old[i].addr, old[i].len) = old[i];
  free(old);
}

static void note_range(struct raw *r, uint64_t addr, uint64_t len, bool access) {
  if (r->ranges * 2 >= r->mask) range_grow(r);
  struct range *g = cell(r, addr, len);
  if (!g->used) {
    *g = (struct range){.addr = addr, .len = len, .used = true};
    r->ranges++;
  }
  g->access |= access;
}

static int more(struct raw *r, struct omen_err *err) {
  r->rec_n = r->rec_at = 0;
  long n = omen_rawfile_next(r->file, &r->rec, &r->rec_base, err);
  if (n < 0) return -1;
  r->base.bytes = omen_rawfile_bytes(r->file);
  r->rec_n = (size_t)n;
  if (n) r->records = r->rec_base + r->rec_n;
  return n > 0;
}

static int compare_places(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

struct edge { /* a range begins (+1) or ends (-1) here; ALLOC's only cut (0) */
  uint64_t at;
  int64_t step;
};

static void add_atom(struct raw *r, uint64_t start, uint64_t end) {
  OMEN_GROW(r->atom, r->atoms, r->atoms_cap);
  r->atom[r->atoms++] = (struct atom){start, end};
  char text[64];
  int n = snprintf(text, sizeof text, "0x%" PRIx64 "+%" PRIu64, start, end - start);
  omen_names_intern(&r->base.names[OMEN_SPACE_VAR], text, (size_t)n, NULL);
}

/* Cuts the ranges at each other's ends: a sweep over the edges, an atom wherever some access covers. */
static void make_atoms(struct raw *r) {
  struct edge *edge = omen_xcalloc((size_t)r->ranges * 2, sizeof *edge);
  size_t n = 0;
  for (uint32_t i = 0; r->mask && i <= r->mask; i++) {
    const struct range *g = &r->range[i];
    if (!g->used) continue;
    edge[n++] = (struct edge){g->addr, g->access};
    edge[n++] = (struct edge){g->addr + g->len, -(int64_t)g->access};
  }
  qsort(edge, n, sizeof *edge, compare_places);
  int64_t cover = 0;
  for (size_t i = 0; i < n; i++) {
    if (i && edge[i].at > edge[i - 1].at && cover > 0) add_atom(r, edge[i - 1].at, edge[i].at);
    cover += edge[i].step;
  }
  free(edge);
}

static uint32_t atom_at(const struct raw *r, uint64_t addr) { /* first atom that starts at addr or later */
  uint32_t lo = 0, hi = r->atoms;
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (r->atom[mid].start < addr)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

static void place_ranges(struct raw *r) {
  for (uint32_t i = 0; r->mask && i <= r->mask; i++) {
    struct range *g = &r->range[i];
    if (!g->used) continue;
    g->first = atom_at(r, g->addr);
    g->count = atom_at(r, g->addr + g->len) - g->first;
  }
}

static int survey(struct raw *r, struct omen_err *err) {
  int got;
  while ((got = more(r, err)) > 0)
    for (size_t i = 0; i < r->rec_n; i++) {
      const struct omen_rawev *e = &r->rec[i];
      if (e->kind >= OMEN_KIND_STORED) return bad(r, r->rec_base + i, err, "an event of an unknown kind");
      if (!has_range(e->kind)) continue;
      uint64_t len = length(e);
      if (len > UINT64_MAX - e->obj) return bad(r, r->rec_base + i, err, "a range beyond the end of memory");
      if (len) note_range(r, e->obj, len, e->kind != OMEN_KIND_ALLOC);
    }
  if (got < 0) return -1;
  make_atoms(r);
  place_ranges(r);
  return 0;
}

/* What gives memory back is no instruction of the program, and has no site. */
#define NO_SITE UINT32_MAX
#define NO_SITE_NAME "free"

static uint32_t name(struct raw *r, enum omen_space space, uint64_t v) {
  char text[32];
  if (space == OMEN_SPACE_LOC && v == NO_SITE)
    return omen_names_intern(&r->base.names[space], NO_SITE_NAME, sizeof NO_SITE_NAME - 1, NULL);
  int n = space == OMEN_SPACE_THREAD ? snprintf(text, sizeof text, "T%" PRIu64, v)
          : space == OMEN_SPACE_LOC  ? snprintf(text, sizeof text, "%" PRIu64, v)
                                     : snprintf(text, sizeof text, "L%" PRIu64, v);
  return omen_names_intern(&r->base.names[space], text, (size_t)n, NULL);
}

static uint32_t named(struct raw *r, enum omen_space space, uint64_t v) {
  struct known *k = &r->known[space][(v ^ v >> 10) % KNOWN];
  if (!k->used || k->number != v) *k = (struct known){v, name(r, space, v), true};
  return k->id;
}

/* A thread number as ours; negative when there are too many. */
static int64_t thread_of(struct raw *r, uint64_t number) {
  uint32_t t = named(r, OMEN_SPACE_THREAD, number);
  return t < OMEN_MAX_THREADS ? (int64_t)t : -1;
}

/* With succession: the index of a number, which gets a thread of its own if it is new. */
static uint32_t heir_of(struct raw *r, uint64_t number, uint32_t from) {
  struct succession *l = &r->line;
  uint32_t i = omen_numbers_index(&l->numbers, (uint32_t)number);
  if (i < l->nheirs) return i;
  OMEN_GROW(l->heir, l->nheirs, l->cheirs);
  l->heir[l->nheirs++] = (struct heir){0};
  uint32_t again = from ? l->heir[from - 1].free : 0;
  if (again) {
    l->heir[from - 1].free = l->heir[again - 1].next;
    l->heir[i].thread = again - 1;
  } else {
    l->heir[i].thread = named(r, OMEN_SPACE_THREAD, number);
  }
  return i;
}

/* The engines' threads of an event; thread[1]: of the one that is made or joined. */
static void succeed(struct raw *r, const struct omen_rawev *e, int64_t thread[2]) {
  uint32_t me = heir_of(r, e->thread, 0);
  thread[0] = r->line.heir[me].thread;
  if (e->kind != OMEN_KIND_FORK && e->kind != OMEN_KIND_JOIN) return;
  uint32_t other = heir_of(r, e->obj, e->kind == OMEN_KIND_FORK ? (uint32_t)thread[0] + 1 : 0);
  thread[1] = r->line.heir[other].thread;
  if (e->kind == OMEN_KIND_FORK || thread[1] == thread[0]) return;
  r->line.heir[thread[1]].next = r->line.heir[thread[0]].free;
  r->line.heir[thread[0]].free = (uint32_t)thread[1] + 1;
}

static uint32_t location(const struct raw *r, const struct omen_rawev *e) {
  return r->location && omen_kind_is_access(e->kind) ? r->location(r->location_arg, e) : e->site;
}

static int convert(struct raw *r, const struct omen_rawev *e, uint64_t record, struct omen_event *out,
                   struct omen_err *err) {
  bool threads = e->kind == OMEN_KIND_FORK || e->kind == OMEN_KIND_JOIN;
  int64_t t, u = 0;
  if (r->base.flags & OMEN_SOURCE_SUCCESSION) {
    int64_t both[2] = {0};
    succeed(r, e, both);
    t = both[0], u = both[1];
    if (t >= OMEN_MAX_THREADS || u >= OMEN_MAX_THREADS) return r->cut = record, 1;
  } else {
    t = thread_of(r, e->thread);
    if (threads) u = thread_of(r, e->obj);
  }
  if (t < 0 || u < 0) return bad(r, record, err, "more threads than the engines can take (16384)");
  *out = (struct omen_event){.loc = named(r, OMEN_SPACE_LOC, location(r, e)),
                             .aux = (uint32_t)record,
                             .thread = (uint32_t)t & 0xffffff,
                             .kind = e->kind};
  if (threads) out->obj = (uint32_t)u;
  if (omen_kind_space(e->kind) == OMEN_SPACE_SYNC) out->obj = named(r, OMEN_SPACE_SYNC, e->obj);
  if (omen_kind_has_source(e->kind)) out->aux = named(r, OMEN_SPACE_SYNC, e->obj2);
  return 0;
}

static long raw_read(struct omen_source *base, struct omen_event *ev, size_t cap, struct omen_err *err) {
  struct raw *r = (struct raw *)base;
  size_t n = 0;
  while (n < cap) {
    if (r->rec_at == r->rec_n) {
      int got = more(r, err);
      if (got < 0) return -1;
      if (!got) break;
    }
    const struct omen_rawev *e = &r->rec[r->rec_at];
    if (e->kind >= OMEN_KIND_STORED)
      return bad(r, r->rec_base + r->rec_at, err, "an event of an unknown kind");
    struct omen_event one;
    int how = r->cut ? 1 : convert(r, e, r->rec_base + r->rec_at, &one, err);
    if (how) return how < 0 ? -1 : (long)n;
    if (!has_range(e->kind)) {
      ev[n++] = one;
      r->rec_at++;
      continue;
    }
    const struct range *g = length(e) ? cell(r, e->obj, length(e)) : NULL;
    uint32_t count = g && g->used ? g->count : 0;
    for (; n < cap && r->split < count; n++, r->split++) {
      ev[n] = one;
      ev[n].obj = g->first + r->split;
    }
    if (r->split >= count) {
      r->split = 0;
      r->rec_at++;
    }
  }
  return (long)n;
}

static void forget_line(struct raw *r) {
  omen_numbers_release(&r->line.numbers);
  free(r->line.heir);
  r->line = (struct succession){0};
  r->cut = 0;
}

static int raw_rewind(struct omen_source *base, struct omen_err *err) {
  struct raw *r = (struct raw *)base;
  forget_line(r);
  omen_rawfile_seek(r->file, 0);
  r->rec_n = r->rec_at = 0;
  r->rec_base = r->records = 0;
  r->split = 0;
  base->bytes = 0;
  return 0;
}

static void raw_where(struct omen_source *base, uint64_t event, char *text, size_t n) {
  snprintf(text, n, "record %llu", (unsigned long long)event);
}

static void raw_close(struct omen_source *base) {
  struct raw *r = (struct raw *)base;
  omen_rawfile_close(r->file);
  forget_line(r);
  free(r->range);
  free(r->atom);
  free(r);
}

static const struct omen_source_ops raw_ops = {raw_read, raw_rewind, raw_where, raw_close};

struct omen_source *omen_rawlog_open(const char *path, unsigned flags, struct omen_err *err) {
  struct omen_bytes *in = omen_bytes_file(path, err);
  return in ? omen_rawlog_input(in, flags, err) : NULL;
}

struct omen_source *omen_rawlog_input(struct omen_bytes *in, unsigned flags, struct omen_err *err) {
  struct raw *r = omen_xcalloc(1, sizeof *r);
  /* A program may die with a lock held, or lock what its owner left: what was logged is what happened. */
  omen_source_init(&r->base, &raw_ops, OMEN_FORMAT_RAW, in->path, flags | OMEN_SOURCE_UNCHECKED);
  r->base.bytes_total = in->size;
  r->file = omen_rawfile_input(in, err);
  if (r->file && !survey(r, err) && !raw_rewind(&r->base, err)) return &r->base;
  omen_source_close(&r->base);
  return NULL;
}

uint64_t omen_rawlog_records(const struct omen_source *s) { return ((const struct raw *)s)->records; }

uint64_t omen_rawlog_cut(const struct omen_source *s) { return ((const struct raw *)s)->cut; }

void omen_rawlog_locate(struct omen_source *s, uint32_t (*location)(void *arg, const struct omen_rawev *e),
                        void *arg) {
  struct raw *r = (struct raw *)s;
  r->location = location;
  r->location_arg = arg;
}

uint32_t omen_rawlog_site(const struct omen_source *s, uint32_t loc) {
  size_t n;
  const char *text = omen_names_get(&s->names[OMEN_SPACE_LOC], loc, &n);
  uint32_t v = 0;
  if (n && text[0] == NO_SITE_NAME[0]) return NO_SITE;
  for (size_t i = 0; i < n; i++) v = v * 10 + (uint32_t)(text[i] - '0');
  return v;
}
