/* The log: what the runtime's writer (runtime/log_write.h) writes, the decoder that runtime and command share
 * (record/log_format.h) reads; any bytes are survived, and take no longer than they are. */
/* rooms: record, quick */
#include "record/log_format.h"
#include "record/logged.h"
#include "runtime/log_write.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* What the writer stands on: a file in memory, behind a buffer. */
static uint8_t file[8 << 20];
static size_t size;
static char buffer[256 << 10];
static struct omrt_out out;
void omrt_out_flush(struct omrt_out *o) {
  assert_true(size + o->used <= sizeof file);
  memcpy(file + size, o->buf, o->used);
  size += o->used;
  o->written += o->used;
  o->used = 0;
}
void omrt_out_write(struct omrt_out *o, const void *data, size_t n) {
  for (size_t i = 0; i < n; i++) omrt_put_byte(o, ((const uint8_t *)data)[i]);
}

static uint64_t x = 88172645463325252ull;
static uint64_t draw(void) { return x ^= x << 13, x ^= x >> 7, x ^= x << 17; }
static uint64_t draw_number(void) {
  static const uint64_t hard[] = {0, 1, 127, 128, 16383, 16384, INT64_MAX, UINT64_MAX};
  return draw() % 3 ? draw() >> draw() % 64 : hard[draw() % 8];
}

/* What was written, to compare with. */
enum { RECORDS = 400, PIECES = 3 };
static struct written {
  char letter;
  uint64_t v[3];
  int64_t ret;
  int n;
  struct omrt_piece pieces[PIECES];
} records[RECORDS];
static uint8_t memory[96 << 10];

static struct omrt_piece draw_piece(void) {
  size_t len = draw() % 4 ? draw() % 600 : draw() % 3 ? 4096 : 70 << 10, at = draw() % 8 * 1024;
  return (struct omrt_piece){memory + at, len};
}

static void write_call(struct written *w) {
  *w = (struct written){.letter = 'S',
                        .v = {draw() % 500, draw_number()},
                        .ret = (int64_t)draw_number(),
                        .n = (int)(draw() % (PIECES + 1))};
  for (int i = 0; i < w->n; i++) w->pieces[i] = draw_piece();
  omrt_put_call(&out, (int)w->v[0], w->v[1], w->ret, w->pieces, w->n);
}

static void write_record(struct written *w) {
  static const char marks[] = "WwKkIJXLR";
  switch (draw() % 5) {
  case 0: write_call(w); return;
  case 1:
    *w = (struct written){.letter = "TN"[draw() % 2], .ret = (int64_t)draw_number()};
    omrt_put_value(&out, w->letter, w->ret);
    return;
  case 2:
    *w = (struct written){.letter = 'C', .v = {draw_number(), draw_number(), draw_number()}};
    omrt_put_copy(&out, w->v[0], w->v[1], w->v[2]);
    return;
  case 3:
    *w = (struct written){.letter = "MOo"[draw() % 3], .n = 1, .pieces = {draw_piece()}};
    omrt_put_contents(&out, w->letter, w->pieces[0].addr, w->pieces[0].len);
    return;
  }
  *w = (struct written){.letter = marks[draw() % 9], .v = {draw_number(), draw_number()}};
  omrt_put_mark(&out, w->letter, w->v[0], w->v[1]);
}

static void write_log(int n) {
  uint64_t magic = OMEN_LOG_MAGIC;
  size = 0;
  out = (struct omrt_out){.buf = buffer, .cap = sizeof buffer};
  /* Never the same twice: the writer remembers where its one log has a piece. */
  for (size_t i = 0; i < sizeof memory; i++) memory[i] = (uint8_t)(draw() >> 32);
  omrt_out_write(&out, &magic, sizeof magic);
  for (int i = 0; i < n; i++) write_record(&records[i]);
  omrt_put_byte(&out, 'E');
  omrt_out_flush(&out);
}

static uint64_t next(struct omen_log_reader *r) {
  uint64_t v;
  assert_true(omen_log_number(r, &v));
  return v;
}

static void check_call(struct omen_log_reader *r, const struct written *w) {
  struct omen_log_call call;
  assert_true(omen_log_call(r, &call));
  assert_int_equal(call.nr, w->v[0]);
  assert_true(call.a0 == w->v[1] && call.ret == w->ret && call.n == (uint64_t)w->n);
  for (int i = 0; i < w->n; i++) {
    struct omen_log_piece piece;
    assert_true(omen_log_piece(r, &piece));
    assert_true(piece.addr == (uint64_t)w->pieces[i].addr && piece.len == w->pieces[i].len);
    assert_memory_equal(piece.data, w->pieces[i].addr, piece.len);
  }
}

static void check_record(struct omen_log_reader *r, const struct written *w) {
  struct omen_log_reader skipped = *r;
  assert_int_equal(*r->at, w->letter);
  switch (omen_log_shape(*r->at++)) {
  case OMEN_LOG_MARK:
    for (int i = 0; i < 2; i++) assert_true(next(r) == w->v[i]);
    break;
  case OMEN_LOG_COPY:
    for (int i = 0; i < 3; i++) assert_true(next(r) == w->v[i]);
    break;
  case OMEN_LOG_VALUE: assert_true(omen_log_unzigzag(next(r)) == w->ret); break;
  case OMEN_LOG_CALL: check_call(r, w); break;
  case OMEN_LOG_CONTENTS:
    assert_true(next(r) == w->pieces[0].len);
    assert_memory_equal(r->at, w->pieces[0].addr, w->pieces[0].len);
    r->at += w->pieces[0].len;
    break;
  default: fail();
  }
  assert_true(omen_log_skip(&skipped) && skipped.at == r->at);
}

static void what_is_written_is_read(void **unused) {
  for (int round = 0; round < 20; round++) {
    struct omen_log_reader r;
    write_log(RECORDS);
    assert_true(omen_log_open(&r, file, size));
    for (int i = 0; i < RECORDS; i++) check_record(&r, &records[i]);
    assert_int_equal(*r.at, 'E');
    assert_false(omen_log_skip(&r));
    assert_true(r.at == r.end);
    bool ended;
    assert_int_equal(omen_log_whole(file, size, UINT64_MAX, &ended), size);
    assert_true(ended);
  }
}

/* A long piece that was there before is a reference: the log does not grow by it. */
static void long_pieces_are_shared(void **unused) {
  struct omrt_piece page = {memory, 4096};
  write_log(0);
  size_t before = size;
  for (int i = 0; i < 100; i++) omrt_put_call(&out, 1, 2, 3, &page, 1);
  omrt_out_flush(&out);
  assert_true(size - before < 4096 + 100 * 32);
}

/* Looks at all of it, as the two who read logs do. Returns how many records there are before it ends. */
static size_t survive(const uint8_t *log, size_t len) {
  struct omen_log_reader r, pieces;
  struct omen_log_record c;
  bool ended;
  size_t records_seen = 0, whole = omen_log_whole(log, len, UINT64_MAX, &ended);
  assert_true(whole <= len);
  if (!omen_log_open(&r, log, len)) return 0;
  for (const uint8_t *at = r.at; omen_log_skip(&r); at = r.at, records_seen++)
    assert_true(r.at > at && r.at <= r.end);
  omen_log_open(&r, log, len);
  while (omen_log_next_call(&r, &c)) {
    const uint8_t *data;
    size_t n;
    for (pieces = c.pieces; omen_log_next_piece(&pieces, &data, &n);)
      assert_true(data >= log && n <= len && data + n <= log + len);
  }
  return records_seen;
}

/* A process that is killed leaves a beginning of its file: its whole records are found, to the byte. */
static void cut_logs_are_read_to_the_last_whole_record(void **unused) {
  write_log(60);
  size_t last = 0;
  for (size_t len = 8; len < size; len += 1 + draw() % 7) {
    bool ended;
    size_t whole = omen_log_whole(file, len, UINT64_MAX, &ended);
    assert_true(whole >= last && whole <= len && !ended);
    last = whole;
  }
}

static void any_bytes_are_survived(void **unused) {
  write_log(40);
  size_t len = size < 60000 ? size : 60000;
  uint8_t *copy = malloc(len);
  for (int round = 0; round < 3000; round++) {
    memcpy(copy, file, len);
    for (uint64_t i = 1 + draw() % 8; i; i--) copy[8 + draw() % (len - 8)] = (uint8_t)draw();
    survive(copy, len);
  }
  free(copy);
  for (int round = 0; round < 20000; round++) {
    size_t n = 8 + draw() % 200;
    copy = malloc(n); /* of just this size: a sanitizer sees what is read beyond */
    for (size_t i = 0; i < n; i++)
      copy[i] = draw() % 2 ? (uint8_t)draw() : (uint8_t)"STCMWwKkIJXLRE"[draw() % 14];
    memcpy(copy, file, 8);
    assert_true(survive(copy, n) <= n);
    free(copy);
  }
}

/* A count of pieces that no file has room for ends with the file. */
static void absurd_counts_end(void **unused) {
  static const uint8_t absurd[] = {'S',  1,    2,    3,    0xff, 0xff, 0xff, 0xff, 0xff,
                                   0xff, 0xff, 0xff, 0xff, 1,    0,    0,    0,    0};
  uint8_t log[8 + sizeof absurd];
  write_log(0);
  memcpy(log, file, 8);
  memcpy(log + 8, absurd, sizeof absurd);
  assert_int_equal(survive(log, sizeof log), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_written_is_read), cmocka_unit_test(long_pieces_are_shared),
      cmocka_unit_test(cut_logs_are_read_to_the_last_whole_record), cmocka_unit_test(any_bytes_are_survived),
      cmocka_unit_test(absurd_counts_end)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
