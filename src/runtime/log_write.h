/* Writes the records of a log (record/log.def). What is written with every switch of threads is inline.
 * Nothing else in the runtime knows the bytes; record/log_format.h reads them. */
#ifndef OMRT_LOG_WRITE_H
#define OMRT_LOG_WRITE_H
#include "record/log_format.h"
#include "runtime/log.h"
#include "runtime/rt.h"

static inline void omrt_put_byte(struct omrt_out *o, uint8_t b) {
  o->buf[o->used++] = (char)b;
  if (o->used == o->cap) omrt_out_flush(o);
}
static inline void omrt_put_number(struct omrt_out *o, uint64_t v) {
  for (; v >= 128; v >>= 7) omrt_put_byte(o, (uint8_t)(v | 128));
  omrt_put_byte(o, (uint8_t)v);
}
/* Distance: events since the mark before. */
static inline void omrt_put_mark(struct omrt_out *o, char letter, uint64_t distance, uint64_t arg) {
  omrt_put_byte(o, (uint8_t)letter);
  omrt_put_number(o, distance);
  omrt_put_number(o, arg);
}
static inline void omrt_put_value(struct omrt_out *o, char letter, int64_t v) {
  omrt_put_byte(o, (uint8_t)letter);
  omrt_put_number(o, omen_log_zigzag(v));
}
void omrt_put_call(struct omrt_out *o, int nr, uint64_t a0, int64_t ret, const struct omrt_piece *pieces,
                   int n);
void omrt_put_copy(struct omrt_out *o, uint64_t to, uint64_t from, uint64_t len);
void omrt_put_layout(struct omrt_out *o, const uint64_t *at, size_t n);
void omrt_put_contents(struct omrt_out *o, char letter, const void *addr, uint64_t len);
#endif
