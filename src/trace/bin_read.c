/* The binary format in: see bin.h. Nothing of a block is believed before its checksum is right, and no number
 * in it before it is compared with what it counts: any bytes give an error, at worst. */
#include "trace/bin.h"
#include "trace/readers.h"
#include <stdlib.h>
#include <string.h>
#include <zstd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

struct bin {
  struct omen_source base;
  struct omen_bytes *in;
  ZSTD_DCtx *zstd;
  char *stored, *raw; /* OMEN_BIN_RAW_MAX each, grown to need */
  size_t stored_cap, raw_cap;
  uint32_t block_n;   /* events in the block at hand */
  uint32_t block_at;  /* next one to give */
  uint32_t block_aux; /* next source to give */
  uint64_t sources;   /* in the block */
  uint8_t wt, wo, wl; /* widths */
  const char *kinds, *threads, *objs, *locs, *aux;
  uint64_t events;             /* in blocks read so far */
  uint32_t known[OMEN_SPACES]; /* names read in this pass: a second pass meets them again */
  bool ended;
};

uint64_t omen_bin_sum(const struct omen_bin_block *b, const void *stored) {
  uint64_t seed = XXH3_64bits(b, 16);
  return XXH3_64bits_withSeed(stored, b->stored, seed);
}

static int bad(struct bin *r, struct omen_err *err, const char *what) {
  return omen_fail(err, "%s: event %llu: %s", r->base.path, (unsigned long long)r->events, what);
}

static void reserve(char **p, size_t *cap, size_t n) {
  if (n <= *cap) return;
  free(*p);
  *p = omen_xmalloc(n);
  *cap = n;
}

/* Reads a block and leaves its content in r->raw. */
static int read_block(struct bin *r, struct omen_bin_block *b, struct omen_err *err) {
  size_t got;
  if (omen_bytes_full(r->in, b, sizeof *b, &got, err)) return -1;
  r->base.bytes = r->in->pos;
  if (got < sizeof *b) return bad(r, err, "the file is cut off");
  if (b->raw > OMEN_BIN_RAW_MAX || b->stored > b->raw) return bad(r, err, "a block has an impossible size");
  reserve(&r->stored, &r->stored_cap, b->stored);
  if (omen_bytes_full(r->in, r->stored, b->stored, &got, err)) return -1;
  r->base.bytes = r->in->pos;
  if (got < b->stored) return bad(r, err, "the file is cut off");
  if (omen_bin_sum(b, r->stored) != b->sum) return bad(r, err, "a block is damaged: its checksum is wrong");
  reserve(&r->raw, &r->raw_cap, b->raw);
  if (b->stored == b->raw) {
    if (b->raw) memcpy(r->raw, r->stored, b->raw);
    return 0;
  }
  size_t n = ZSTD_decompressDCtx(r->zstd, r->raw, b->raw, r->stored, b->stored);
  if (ZSTD_isError(n) || n != b->raw) return bad(r, err, "a block is damaged: it does not decompress");
  return 0;
}

static int read_name(struct bin *r, enum omen_space space, const char *s, size_t n, struct omen_err *err) {
  if (!n || memchr(s, '\n', n)) return bad(r, err, "a name is empty or has a line end in it");
  bool fresh;
  uint32_t id = omen_names_intern(&r->base.names[space], s, n, &fresh);
  if (id != r->known[space]) return bad(r, err, "a name is there twice");
  r->known[space]++;
  if (space == OMEN_SPACE_THREAD && id >= OMEN_MAX_THREADS)
    return bad(r, err, "more threads than the engines can take (16384)");
  return 0;
}

static int read_names(struct bin *r, const struct omen_bin_block *b, struct omen_err *err) {
  const char *p = r->raw, *end = r->raw + b->raw;
  for (uint32_t i = 0; i < b->count; i++) {
    uint64_t n = 0;
    unsigned shift = 0;
    do {
      if (p == end || shift > 28) return bad(r, err, "a block of names is malformed");
      n |= (uint64_t)(*p & 0x7f) << shift;
      shift += 7;
    } while (*p++ & 0x80);
    if (n > (uint64_t)(end - p)) return bad(r, err, "a block of names is malformed");
    if (read_name(r, (enum omen_space)(b->type - OMEN_BIN_NAMES), p, (size_t)n, err)) return -1;
    p += n;
  }
  return p == end ? 0 : bad(r, err, "a block of names is malformed");
}

static inline uint32_t cell(const char *col, unsigned width, size_t i) {
  uint32_t v = 0;
  if (width == 1) return (uint8_t)col[i];
  memcpy(&v, col + i * width, width);
  return v;
}

static bool width_ok(uint8_t w) { return w == 1 || w == 2 || w == 4; }

struct limits { /* what the numbers of an event must stay below */
  uint32_t obj[OMEN_KIND_COUNT], thread, loc;
};

/* Both loops below run over whole columns; the widths are constants in each instance. */
#define ALWAYS static inline __attribute__((always_inline))

ALWAYS bool numbers_ok(const struct bin *r, const struct limits *m, uint32_t n, unsigned wt, unsigned wo,
                       unsigned wl) {
  uint32_t max_thread = 0, max_loc = 0, bad_ones = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t t = cell(r->threads, wt, i);
    max_thread = t > max_thread ? t : max_thread;
  }
  for (uint32_t i = 0; i < n; i++) {
    uint32_t l = cell(r->locs, wl, i);
    max_loc = l > max_loc ? l : max_loc;
  }
  for (uint32_t i = 0; i < n; i++) bad_ones |= cell(r->objs, wo, i) >= m->obj[(uint8_t)r->kinds[i]];
  return !bad_ones && (!n || (max_thread < m->thread && max_loc < m->loc));
}

ALWAYS void decode(const struct bin *r, struct omen_event *ev, size_t n, unsigned wt, unsigned wo,
                   unsigned wl) {
  size_t at = r->block_at;
  for (size_t i = 0; i < n; i++)
    ev[i] = (struct omen_event){.obj = cell(r->objs, wo, at + i),
                                .loc = cell(r->locs, wl, at + i),
                                .thread = cell(r->threads, wt, at + i),
                                .kind = (uint8_t)r->kinds[at + i]};
}

/* Calls f with the block's widths as constants where they are usual ones. */
#define BY_WIDTH(r, f, ...)                                                                                  \
  ((r)->wt == 1 && (r)->wo == 2 && (r)->wl == 2   ? f(__VA_ARGS__, 1, 2, 2)                                  \
   : (r)->wt == 1 && (r)->wo == 4 && (r)->wl == 2 ? f(__VA_ARGS__, 1, 4, 2)                                  \
   : (r)->wt == 1 && (r)->wo == 4 && (r)->wl == 4 ? f(__VA_ARGS__, 1, 4, 4)                                  \
                                                  : f(__VA_ARGS__, (r)->wt, (r)->wo, (r)->wl))

/* Every kind, thread, obj and location is one that there is. */
static bool block_ok(const struct bin *r, uint32_t n) {
  struct limits m = {.thread = r->known[OMEN_SPACE_THREAD], .loc = r->known[OMEN_SPACE_LOC]};
  for (unsigned k = 0; k < OMEN_KIND_COUNT; k++) {
    enum omen_space s = omen_kind_space(k);
    m.obj[k] = s == OMEN_SPACES ? 0xffffffffu : r->known[s];
  }
  uint8_t max_kind = 0;
  for (uint32_t i = 0; i < n; i++)
    max_kind = (uint8_t)r->kinds[i] > max_kind ? (uint8_t)r->kinds[i] : max_kind;
  return max_kind < OMEN_KIND_STORED && BY_WIDTH(r, numbers_ok, r, &m, n);
}

static int read_events(struct bin *r, const struct omen_bin_block *b, struct omen_err *err) {
  uint64_t n = b->count;
  if (n > OMEN_BIN_BLOCK_EVENTS || b->raw < 4) return bad(r, err, "a block of events is malformed");
  r->wt = (uint8_t)r->raw[0];
  r->wo = (uint8_t)r->raw[1];
  r->wl = (uint8_t)r->raw[2];
  if (!width_ok(r->wt) || !width_ok(r->wo) || !width_ok(r->wl))
    return bad(r, err, "a block of events is malformed");
  uint64_t columns = 4 + n * (1u + r->wt + r->wo + r->wl);
  if (columns > b->raw) return bad(r, err, "a block of events is malformed");
  r->kinds = r->raw + 4;
  r->threads = r->kinds + n;
  r->objs = r->threads + n * r->wt;
  r->locs = r->objs + n * r->wo;
  r->aux = r->locs + n * r->wl;
  if (!block_ok(r, b->count)) return bad(r, err, "a block of events names what there is not");
  uint64_t sources = 0;
  for (uint32_t i = 0; i < n; i++) sources += omen_kind_has_source((uint8_t)r->kinds[i]);
  if (columns + 4 * sources != b->raw) return bad(r, err, "a block of events is malformed");
  for (uint64_t i = 0; i < sources; i++)
    if (cell(r->aux, 4, i) >= r->known[OMEN_SPACE_SYNC])
      return bad(r, err, "a block of events names what there is not");
  r->block_n = b->count;
  r->block_at = r->block_aux = 0;
  r->sources = sources;
  r->events += n;
  return 0;
}

static int read_end(struct bin *r, const struct omen_bin_block *b, struct omen_err *err) {
  uint64_t total;
  char more;
  if (b->raw != sizeof total) return bad(r, err, "the end block is malformed");
  memcpy(&total, r->raw, sizeof total);
  if (total != r->events) return bad(r, err, "the number of events is not what the file says");
  long n = omen_bytes_read(r->in, &more, 1, err);
  if (n < 0) return -1;
  if (n) return bad(r, err, "there is more after the end");
  r->ended = true;
  return 0;
}

static int next_block(struct bin *r, struct omen_err *err) {
  struct omen_bin_block b;
  if (read_block(r, &b, err)) return -1;
  if (b.type >= OMEN_BIN_NAMES && b.type < OMEN_BIN_NAMES + OMEN_SPACES) return read_names(r, &b, err);
  if (b.type == OMEN_BIN_EVENTS) return read_events(r, &b, err);
  if (b.type == OMEN_BIN_END) return read_end(r, &b, err);
  return bad(r, err, "a block of an unknown type");
}

static void give(struct bin *r, struct omen_event *ev, size_t n) {
  BY_WIDTH(r, decode, r, ev, n);
  if (r->sources)
    for (size_t i = 0; i < n; i++)
      if (omen_kind_has_source(ev[i].kind)) ev[i].aux = cell(r->aux, 4, r->block_aux++);
  r->block_at += (uint32_t)n;
}

static long bin_read(struct omen_source *base, struct omen_event *ev, size_t cap, struct omen_err *err) {
  struct bin *r = (struct bin *)base;
  while (r->block_at == r->block_n) {
    if (r->ended) return 0;
    if (next_block(r, err)) return -1;
  }
  size_t n = r->block_n - r->block_at;
  if (n > cap) n = cap;
  give(r, ev, n);
  return (long)n;
}

static int bin_rewind(struct omen_source *base, struct omen_err *err) {
  struct bin *r = (struct bin *)base;
  struct omen_bin_head head;
  size_t got;
  omen_bytes_rewind(r->in);
  r->block_n = r->block_at = 0;
  r->events = 0;
  r->ended = false;
  memset(r->known, 0, sizeof r->known);
  if (omen_bytes_full(r->in, &head, sizeof head, &got, err)) return -1;
  if (got < sizeof head) return omen_fail(err, "%s: the file is cut off", base->path);
  if (head.version != OMEN_BIN_VERSION)
    return omen_fail(err, "%s: a trace of version %u; this is version %u", base->path, head.version,
                     OMEN_BIN_VERSION);
  if (head.zero) return omen_fail(err, "%s: the file's head is damaged", base->path);
  base->bytes = r->in->pos;
  return 0;
}

static void bin_where(struct omen_source *base, uint64_t event, char *text, size_t n) {
  snprintf(text, n, "event %llu", (unsigned long long)event);
}

static void bin_close(struct omen_source *base) {
  struct bin *r = (struct bin *)base;
  omen_bytes_close(r->in);
  ZSTD_freeDCtx(r->zstd);
  free(r->stored);
  free(r->raw);
  free(r);
}

static const struct omen_source_ops bin_ops = {bin_read, bin_rewind, bin_where, bin_close};

struct omen_source *omen_bin_open(struct omen_bytes *in, unsigned flags, struct omen_err *err) {
  struct bin *r = omen_xcalloc(1, sizeof *r);
  omen_source_init(&r->base, &bin_ops, OMEN_FORMAT_BIN, in->path, flags);
  r->in = in;
  r->base.bytes_total = in->size;
  reserve(&r->stored, &r->stored_cap, 4096);
  reserve(&r->raw, &r->raw_cap, 4096);
  r->zstd = ZSTD_createDCtx();
  if (!r->zstd) omen_die(OMEN_EXIT_FAILED, "out of memory");
  if (!bin_rewind(&r->base, err)) return &r->base;
  omen_source_close(&r->base);
  return NULL;
}
