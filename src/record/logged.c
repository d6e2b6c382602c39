/* Reading a log: see logged.h. */
#include "record/logged.h"
#include <string.h>

#define MAGIC 0x32474f4c4e454d4full /* "OMENLOG2": OMEN_LOG_MAGIC of runtime/log.h */
#define SHARED 512                  /* OMEN_LOG_SHARED */

bool omen_log_open(struct omen_log_reader *r, const void *data, size_t len) {
  uint64_t magic;
  if (len < sizeof magic) return false;
  memcpy(&magic, data, sizeof magic);
  *r = (struct omen_log_reader){data, (const uint8_t *)data + sizeof magic, (const uint8_t *)data + len};
  return magic == MAGIC;
}

static bool number(struct omen_log_reader *r, uint64_t *v) {
  *v = 0;
  for (int shift = 0; shift < 64 && r->at < r->end; shift += 7) {
    uint8_t b = *r->at++;
    *v |= (uint64_t)(b & 127) << shift;
    if (!(b & 128)) return true;
  }
  return false;
}

static bool bytes(struct omen_log_reader *r, const uint8_t **data, size_t *len) {
  uint64_t n;
  if (!number(r, &n) || n > (uint64_t)(r->end - r->at)) return false;
  *data = r->at;
  *len = (size_t)n;
  r->at += n;
  return true;
}

/* What is long may stand earlier in the file. */
bool omen_log_next_piece(struct omen_log_reader *pieces, const uint8_t **data, size_t *len) {
  uint64_t addr, n, where = 0;
  if (!number(pieces, &addr) || !number(pieces, &n) || (n >= SHARED && !number(pieces, &where))) return false;
  uint64_t before = (uint64_t)(pieces->at - pieces->start), left = (uint64_t)(pieces->end - pieces->at);
  if (where ? where > before || n > before - where : n > left) return false;
  *data = where ? pieces->start + where : pieces->at;
  *len = (size_t)n;
  if (!where) pieces->at += n;
  return true;
}

static bool call(struct omen_log_reader *r, struct omen_log_record *out) {
  uint64_t nr, ret, n;
  if (!number(r, &nr) || !number(r, &out->a0) || !number(r, &ret) || !number(r, &n)) return false;
  out->nr = (int)nr;
  out->ret = (int64_t)(ret >> 1) ^ -(int64_t)(ret & 1);
  out->pieces = *r;
  const uint8_t *data;
  size_t len;
  for (; n; n--)
    if (!omen_log_next_piece(r, &data, &len)) return false;
  out->pieces.end = r->at;
  return true;
}

/* Over one record; false: it is not whole, or the end mark. */
static bool step(struct omen_log_reader *r, struct omen_log_record *out) {
  const uint8_t *data;
  size_t len;
  uint64_t v;
  switch (*r->at++) {
  case 'S': return call(r, out);
  case 'T': return number(r, &v);
  case 'C': return number(r, &v) && number(r, &v) && number(r, &v);
  case 'M': return bytes(r, &data, &len);
  case 'E': return false;
  default: return number(r, &v) && number(r, &v); /* marks */
  }
}

bool omen_log_next_call(struct omen_log_reader *r, struct omen_log_record *out) {
  while (r->at < r->end) {
    bool is_call = *r->at == 'S';
    if (!step(r, out)) return false;
    if (is_call) return true;
  }
  return false;
}

/* How many events after the mark before, if it is one. */
static uint64_t distance(const struct omen_log_reader *r) {
  struct omen_log_reader mark = *r;
  uint64_t v;
  mark.at++;
  return memchr("WwKkIJXLR", *r->at, 9) && number(&mark, &v) ? v : 0;
}

size_t omen_log_whole(const void *data, size_t len, uint64_t events, bool *ended) {
  struct omen_log_reader r;
  struct omen_log_record unused;
  uint64_t event = 0;
  *ended = false;
  if (!omen_log_open(&r, data, len)) return 0;
  while (r.at < r.end) {
    const uint8_t *at = r.at;
    *ended = *at == 'E';
    event += distance(&r);
    if (*ended || event > events || !memchr("STCMWwKkIJXLR", *at, 13) || !step(&r, &unused))
      return (size_t)(at - r.start) + *ended;
  }
  return len;
}
