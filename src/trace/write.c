/* Writing traces: see writer.h. Each format fills a buffer; the buffer goes out when it is large. */
#include "trace/bin.h"
#include "trace/readers.h"
#include "trace/writer.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

enum { FLUSH = 1 << 20 };
struct omen_writer {
  enum omen_format format;
  char *path, *temp;
  int fd;
  struct omen_buf out;
  /* binary */
  ZSTD_CCtx *zstd;
  struct omen_event *ev; /* the block being filled */
  size_t n;
  uint32_t named[OMEN_SPACES]; /* names written so far */
  uint64_t events;
  struct omen_buf raw;
  char *packed;
  size_t packed_cap;
};

static int flush(struct omen_writer *w, size_t keep_below, struct omen_err *err) {
  if (w->out.len <= keep_below) return 0;
  for (size_t at = 0; at < w->out.len;) {
    ssize_t n = write(w->fd, w->out.data + at, w->out.len - at);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return omen_fail(err, "cannot write %s: %s", w->path, strerror(errno));
    at += (size_t)n;
  }
  w->out.len = 0;
  return 0;
}

static int open_file(struct omen_writer *w, struct omen_err *err) {
  struct stat st;
  if (!strcmp(w->path, "-")) {
    w->fd = dup(1);
  } else if (!stat(w->path, &st) && !S_ISREG(st.st_mode)) { /* a pipe, /dev/null */
    w->fd = open(w->path, O_WRONLY | O_CLOEXEC);
  } else {
    w->temp = omen_format("%s.XXXXXX", w->path);
    w->fd = mkostemp(w->temp, O_CLOEXEC);
    if (w->fd >= 0) fchmod(w->fd, 0644);
  }
  return w->fd < 0 ? omen_fail(err, "cannot write %s: %s", w->path, strerror(errno)) : 0;
}

struct omen_writer *omen_writer_open(const char *path, enum omen_format format, struct omen_err *err) {
  struct omen_writer *w = omen_xcalloc(1, sizeof *w);
  w->format = format;
  w->path = omen_xstrdup(path);
  if (open_file(w, err)) {
    free(w->temp);
    w->temp = NULL;
    omen_writer_close(w, true, NULL);
    return NULL;
  }
  if (format == OMEN_FORMAT_BIN) {
    struct omen_bin_head head = {.version = OMEN_BIN_VERSION};
    memcpy(head.magic, OMEN_BIN_MAGIC, 8);
    omen_buf_add(&w->out, &head, sizeof head);
    w->zstd = ZSTD_createCCtx();
    if (!w->zstd) omen_die(OMEN_EXIT_FAILED, "out of memory");
    w->ev = omen_xcalloc(OMEN_BIN_BLOCK_EVENTS, sizeof *w->ev);
  }
  return w;
}

/* The raw bytes in w->raw as a block. */
static int put_block(struct omen_writer *w, uint32_t type, uint32_t count, struct omen_err *err) {
  size_t bound = ZSTD_compressBound(w->raw.len);
  if (bound > w->packed_cap) {
    w->packed = omen_xrealloc(w->packed, bound);
    w->packed_cap = bound;
  }
  size_t n = ZSTD_compressCCtx(w->zstd, w->packed, bound, w->raw.data, w->raw.len, 1);
  bool pack = !ZSTD_isError(n) && n < w->raw.len / 5 * 3; /* else reading fast is worth more */
  struct omen_bin_block b = {
      .type = type, .count = count, .raw = (uint32_t)w->raw.len, .stored = (uint32_t)(pack ? n : w->raw.len)};
  const char *stored = pack ? w->packed : w->raw.data;
  b.sum = omen_bin_sum(&b, stored);
  omen_buf_add(&w->out, &b, sizeof b);
  omen_buf_add(&w->out, stored, b.stored);
  w->raw.len = 0;
  return flush(w, FLUSH, err);
}

static void put_varint(struct omen_buf *b, uint64_t v) {
  char c;
  for (; v >= 0x80; v >>= 7) {
    c = (char)(v | 0x80);
    omen_buf_add(b, &c, 1);
  }
  c = (char)v;
  omen_buf_add(b, &c, 1);
}

static int put_names(struct omen_writer *w, const struct omen_source *src, enum omen_space space,
                     struct omen_err *err) {
  const struct omen_names *names = &src->names[space];
  while (w->named[space] < names->n) {
    uint32_t count = 0;
    for (; w->named[space] < names->n && w->raw.len < OMEN_BIN_RAW_MAX / 4; w->named[space]++, count++) {
      size_t n;
      const char *s = omen_names_get(names, w->named[space], &n);
      put_varint(&w->raw, n);
      omen_buf_add(&w->raw, s, n);
    }
    if (put_block(w, OMEN_BIN_NAMES + space, count, err)) return -1;
  }
  return 0;
}

static void put_cell(struct omen_buf *b, uint32_t v, uint8_t width) { omen_buf_add(b, &v, width); }
static uint8_t width_for(uint32_t max) { return max < 256 ? 1 : max < 65536 ? 2 : 4; }

static int put_events(struct omen_writer *w, struct omen_err *err) {
  if (!w->n) return 0;
  uint32_t mt = 0, mo = 0, ml = 0;
  for (size_t i = 0; i < w->n; i++) {
    if (w->ev[i].thread > mt) mt = w->ev[i].thread;
    if (w->ev[i].obj > mo) mo = w->ev[i].obj;
    if (w->ev[i].loc > ml) ml = w->ev[i].loc;
  }
  uint8_t head[4] = {width_for(mt), width_for(mo), width_for(ml), 0};
  omen_buf_add(&w->raw, head, 4);
  for (size_t i = 0; i < w->n; i++) put_cell(&w->raw, w->ev[i].kind, 1);
  for (size_t i = 0; i < w->n; i++) put_cell(&w->raw, w->ev[i].thread, head[0]);
  for (size_t i = 0; i < w->n; i++) put_cell(&w->raw, w->ev[i].obj, head[1]);
  for (size_t i = 0; i < w->n; i++) put_cell(&w->raw, w->ev[i].loc, head[2]);
  for (size_t i = 0; i < w->n; i++)
    if (omen_kind_has_source(w->ev[i].kind)) put_cell(&w->raw, w->ev[i].aux, 4);
  uint32_t count = (uint32_t)w->n;
  w->n = 0;
  w->events += count;
  return put_block(w, OMEN_BIN_EVENTS, count, err);
}

static int add_binary(struct omen_writer *w, const struct omen_source *src, const struct omen_event *ev,
                      size_t n, struct omen_err *err) {
  for (size_t i = 0; i < n; i++) {
    w->ev[w->n++] = ev[i];
    if (w->n < OMEN_BIN_BLOCK_EVENTS) continue;
    for (int s = 0; s < OMEN_SPACES; s++)
      if (put_names(w, src, (enum omen_space)s, err)) return -1;
    if (put_events(w, err)) return -1;
  }
  /* names of what is still in the block: the source may be gone when the writer is closed */
  for (int s = 0; s < OMEN_SPACES; s++)
    if (put_names(w, src, (enum omen_space)s, err)) return -1;
  return 0;
}

static void put_name(struct omen_buf *b, const struct omen_source *src, enum omen_space space, uint32_t id) {
  size_t n;
  const char *s = omen_names_get(&src->names[space], id, &n);
  omen_buf_add(b, s, n);
}

static int add_text(struct omen_writer *w, const struct omen_source *src, const struct omen_event *ev,
                    size_t n, struct omen_err *err) {
  static const char *const op[] = {
#define X(symbol, text, meaning) text,
#include "trace/kinds.def"
#undef X
  };
  for (size_t i = 0; i < n; i++) {
    enum omen_space space = omen_kind_space(ev[i].kind);
    put_name(&w->out, src, OMEN_SPACE_THREAD, ev[i].thread);
    omen_buf_add(&w->out, "|", 1);
    omen_buf_adds(&w->out, op[ev[i].kind]);
    omen_buf_add(&w->out, "(", 1);
    if (space != OMEN_SPACES) put_name(&w->out, src, space, ev[i].obj);
    if (omen_kind_has_source(ev[i].kind)) {
      omen_buf_add(&w->out, ",", 1);
      put_name(&w->out, src, space, ev[i].aux);
    }
    omen_buf_add(&w->out, ")|", 2);
    put_name(&w->out, src, OMEN_SPACE_LOC, ev[i].loc);
    omen_buf_add(&w->out, "\n", 1);
    if (flush(w, FLUSH, err)) return -1;
  }
  return 0;
}

int omen_writer_add(struct omen_writer *w, const struct omen_source *src, const struct omen_event *ev,
                    size_t n, struct omen_err *err) {
  return w->format == OMEN_FORMAT_BIN ? add_binary(w, src, ev, n, err) : add_text(w, src, ev, n, err);
}

static int finish(struct omen_writer *w, struct omen_err *err) {
  if (w->format == OMEN_FORMAT_BIN) {
    if (put_events(w, err)) return -1;
    omen_buf_add(&w->raw, &w->events, sizeof w->events);
    if (put_block(w, OMEN_BIN_END, 0, err)) return -1;
  }
  if (flush(w, 0, err)) return -1;
  if (close(w->fd)) {
    w->fd = -1;
    return omen_fail(err, "cannot write %s: %s", w->path, strerror(errno));
  }
  w->fd = -1;
  if (w->temp && rename(w->temp, w->path))
    return omen_fail(err, "cannot write %s: %s", w->path, strerror(errno));
  return 0;
}

int omen_writer_close(struct omen_writer *w, bool give_up, struct omen_err *err) {
  int r = give_up ? 0 : finish(w, err);
  if (w->fd >= 0) close(w->fd);
  if (w->temp && (give_up || r)) unlink(w->temp);
  ZSTD_freeCCtx(w->zstd);
  omen_buf_release(&w->out);
  omen_buf_release(&w->raw);
  free(w->packed);
  free(w->ev);
  free(w->temp);
  free(w->path);
  free(w);
  return r;
}
