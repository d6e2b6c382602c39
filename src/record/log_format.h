/* The log of a recording, as bytes: a magic number of 8 bytes, then records (log.def). A record is its letter
 * and numbers, each a LEB128 varint; signed ones are zigzag.
 *
 * This is the only decoder. The runtime, which replays, and the command, which looks for inputs and for the
 * end of a log that was cut off, both include it; nothing of libc is used. Any bytes are survived: a function
 * that returns false has found the end, or what is no log. */
#ifndef OMEN_RECORD_LOG_FORMAT_H
#define OMEN_RECORD_LOG_FORMAT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OMEN_LOG_MAGIC 0x32474f4c4e454d4full    /* "OMENLOG2" */
#define OMEN_DIGEST_MAGIC 0x314749444e454d4full /* "OMENDIG1" */

/* Pieces from so many bytes on are written once, and then referred to. A reference is a number of up to six
 * bytes and a search of a table: shorter pieces are not worth it. */
#define OMEN_LOG_SHARED 512

enum omen_log_shape {
  OMEN_LOG_DAMAGED, /* no such record */
  OMEN_LOG_MARK,
  OMEN_LOG_CALL,
  OMEN_LOG_VALUE,
  OMEN_LOG_COPY,
  OMEN_LOG_CONTENTS,
  OMEN_LOG_END
};
static inline enum omen_log_shape omen_log_shape(uint8_t letter) {
  switch (letter) {
#define OMEN_LOG_RECORD(symbol, letter, shape, what)                                                         \
  case letter: return OMEN_LOG_##shape;
#include "record/log.def"
  }
  return OMEN_LOG_DAMAGED;
}

struct omen_log_reader {
  const uint8_t *start, *at, *end; /* start: of the file; at: the next record, or inside of one */
};

/* Always inline: a replay reads one at every scheduling point, and must not pass it through memory. */
__attribute__((always_inline)) static inline bool omen_log_number_at(const uint8_t **at, const uint8_t *end,
                                                                     uint64_t *out) {
  uint64_t v = 0;
  for (int shift = 0; shift < 64 && *at < end; shift += 7) {
    uint8_t b = *(*at)++;
    v |= (uint64_t)(b & 127) << shift;
    if (!(b & 128)) return *out = v, true;
  }
  return false;
}
static inline bool omen_log_number(struct omen_log_reader *r, uint64_t *v) {
  return omen_log_number_at(&r->at, r->end, v);
}
static inline uint64_t omen_log_zigzag(int64_t v) { return ((uint64_t)v << 1) ^ (uint64_t)(v >> 63); }
static inline int64_t omen_log_unzigzag(uint64_t v) { return (int64_t)(v >> 1) ^ -(int64_t)(v & 1); }

/* A piece of memory that a call wrote: what is long may stand earlier in the file. */
struct omen_log_piece {
  uint64_t addr, len;
  const uint8_t *data; /* inside the log */
};
static inline bool omen_log_piece(struct omen_log_reader *r, struct omen_log_piece *out) {
  uint64_t where = 0;
  if (!omen_log_number(r, &out->addr) || !omen_log_number(r, &out->len)) return false;
  if (out->len >= OMEN_LOG_SHARED && !omen_log_number(r, &where)) return false;
  uint64_t before = (uint64_t)(r->at - r->start), left = (uint64_t)(r->end - r->at);
  if (where ? where > before || out->len > before - where : out->len > left) return false;
  out->data = where ? r->start + where : r->at;
  if (!where) r->at += out->len;
  return true;
}

/* A system call; its n pieces follow. */
struct omen_log_call {
  int nr;
  uint64_t a0, n;
  int64_t ret;
};
static inline bool omen_log_call(struct omen_log_reader *r, struct omen_log_call *out) {
  uint64_t nr, ret;
  if (!omen_log_number(r, &nr) || !omen_log_number(r, &out->a0) || !omen_log_number(r, &ret)) return false;
  out->nr = (int)nr;
  out->ret = omen_log_unzigzag(ret);
  return omen_log_number(r, &out->n);
}

static inline bool omen_log_skip_numbers(struct omen_log_reader *r, int n) {
  uint64_t v;
  while (n && omen_log_number(r, &v)) n--;
  return !n;
}
static inline bool omen_log_skip_call(struct omen_log_reader *r) {
  struct omen_log_call call;
  struct omen_log_piece piece;
  if (!omen_log_call(r, &call)) return false;
  for (; call.n; call.n--)
    if (!omen_log_piece(r, &piece)) return false;
  return true;
}
static inline bool omen_log_skip_contents(struct omen_log_reader *r) {
  uint64_t len;
  if (!omen_log_number(r, &len) || len > (uint64_t)(r->end - r->at)) return false;
  r->at += len;
  return true;
}
/* Over one record. False: it is damaged or not whole, it is the end mark, or there is none. */
static inline bool omen_log_skip(struct omen_log_reader *r) {
  if (r->at >= r->end) return false;
  switch (omen_log_shape(*r->at++)) {
  case OMEN_LOG_MARK: return omen_log_skip_numbers(r, 2);
  case OMEN_LOG_CALL: return omen_log_skip_call(r);
  case OMEN_LOG_VALUE: return omen_log_skip_numbers(r, 1);
  case OMEN_LOG_COPY: return omen_log_skip_numbers(r, 3);
  case OMEN_LOG_CONTENTS: return omen_log_skip_contents(r);
  case OMEN_LOG_DAMAGED:
  case OMEN_LOG_END: break;
  }
  return false;
}
#endif
