/* Writes the records of a log: see log_write.h. */
#include "runtime/log_write.h"
#include "runtime/share.h"
#include <string.h>

static void put_number(uint64_t v, uint8_t **to) {
  for (; v >= 128; v >>= 7) *(*to)++ = (uint8_t)(v | 128);
  *(*to)++ = (uint8_t)v;
}

/* In the buffer, which has room for all of it, and is looked at there: what it is from may change meanwhile,
 * if others have it mapped. */
static void put_shared(struct omrt_out *o, const void *bytes, size_t len) {
  uint8_t *from = (uint8_t *)o->buf + o->used, *to = from + 1;
  uint64_t at = o->written + o->used + 1;
  *from = 0;
  memcpy(to, bytes, len);
  uint64_t before = omrt_share_find(to, len, at);
  if (before)
    put_number(before, &from);
  else
    from = to + len;
  o->used = (size_t)(from - (uint8_t *)o->buf);
}

/* Longer pieces than MOST are not looked for: the buffer must have room for one at once. */
static void put_piece(struct omrt_out *o, const struct omrt_piece *piece) {
  enum { MOST = 64 << 10 };
  omrt_put_number(o, (uint64_t)piece->addr);
  omrt_put_number(o, piece->len);
  if (piece->len >= OMEN_LOG_SHARED && piece->len <= MOST && o->cap > 2 * MOST && !o->lost) {
    if (o->cap - o->used < piece->len + 16) omrt_out_flush(o);
    put_shared(o, piece->addr, piece->len);
    return;
  }
  if (piece->len >= OMEN_LOG_SHARED) omrt_put_byte(o, 0);
  omrt_out_write(o, piece->addr, piece->len);
}

void omrt_put_call(struct omrt_out *o, int nr, uint64_t a0, int64_t ret, const struct omrt_piece *pieces,
                   int n) {
  omrt_put_byte(o, 'S');
  omrt_put_number(o, (uint64_t)nr);
  omrt_put_number(o, a0);
  omrt_put_number(o, omen_log_zigzag(ret));
  omrt_put_number(o, (uint64_t)n);
  for (int i = 0; i < n; i++) put_piece(o, &pieces[i]);
}

void omrt_put_copy(struct omrt_out *o, uint64_t to, uint64_t from, uint64_t len) {
  omrt_put_byte(o, 'C');
  omrt_put_number(o, to);
  omrt_put_number(o, from);
  omrt_put_number(o, len);
}

void omrt_put_layout(struct omrt_out *o, const uint64_t *at, size_t n) {
  omrt_put_byte(o, 'A');
  omrt_put_number(o, n * sizeof *at);
  omrt_out_write(o, at, n * sizeof *at);
}

void omrt_put_contents(struct omrt_out *o, char letter, const void *addr, uint64_t len) {
  omrt_put_byte(o, (uint8_t)letter);
  omrt_put_number(o, len);
  omrt_out_write(o, addr, len);
}
