/* events.raw packed and unpacked: every record comes back, in order and by number; damaged files are errors,
 * and nothing else. */
/* rooms: trace record, quick */
#include "record/packed_events.h"
#include "trace/rawfile.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MANY = (2 * OMEN_PACKED_GROUP + 2) * OMEN_PACKED_RECORDS + 77 };
static uint64_t seed = 1;
static uint32_t below(uint32_t n) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(seed >> 33) % n;
}

static struct omen_rawev records[MANY];
static uint8_t file[8 + MANY * (OMEN_PACKED_MOST + 1)];
static size_t size;

/* Few shapes that come again, some that collide, some that come once; threads with the same low bits; points
 * that stay, grow by one, by some, by much, and (of another thread) go back. */
static void make_records(void) {
  static uint64_t point[4];
  static const uint32_t thread[4] = {0, 1, 65, 4000000000u};
  for (size_t i = 0; i < MANY; i++) {
    uint32_t t = below(4), far = below(20);
    point[t] += far < 8 ? 0 : far < 16 ? 1 : far < 19 ? below(300) : (uint64_t)below(1000) << 40;
    bool once = !below(50);
    records[i] = (struct omen_rawev){.obj = once ? seed : 0x7f0000001000 + 8 * below(500),
                                     .obj2 = below(3),
                                     .point = point[t],
                                     .site = once ? UINT32_MAX : below(4),
                                     .stack = below(2),
                                     .thread = thread[t],
                                     .kind = (uint8_t)below(19),
                                     .size = (uint8_t)(below(2) * 255)};
  }
}

static void pack_all(size_t n) {
  static struct omen_packing packing;
  memcpy(file, OMEN_PACKED_HEAD, 8);
  size = 8;
  for (size_t at = 0; at < n; at += OMEN_PACKED_RECORDS) {
    size_t part = n - at < OMEN_PACKED_RECORDS ? n - at : OMEN_PACKED_RECORDS;
    size_t bytes = omen_pack(&packing, &records[at], part, at, file + size + 8);
    struct omen_packed_block head = {(uint32_t)part, (uint32_t)bytes};
    memcpy(file + size, &head, 8);
    size += 8 + bytes;
  }
}

static struct omen_rawfile *opened(size_t n) {
  struct omen_err err;
  struct omen_rawfile *f = omen_rawfile_input(omen_bytes_memory(file, n), &err);
  assert_non_null(f);
  return f;
}

static void same_from(struct omen_rawfile *f, size_t at, size_t n) {
  const struct omen_rawev *e;
  struct omen_err err;
  uint64_t first;
  for (long got; (got = omen_rawfile_next(f, &e, &first, &err)) != 0; at += (size_t)got) {
    assert_true(got > 0);
    assert_int_equal(first, at);
    assert_memory_equal(e, &records[at], (size_t)got * sizeof *e);
  }
  assert_int_equal(at, n);
}

static void records_come_back(void **state) {
  (void)state;
  static const size_t lengths[] = {
      1,   2, OMEN_PACKED_RECORDS - 1, OMEN_PACKED_RECORDS, OMEN_PACKED_RECORDS + 1, 2 * OMEN_PACKED_RECORDS,
      MANY};
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    pack_all(lengths[i]);
    struct omen_rawfile *f = opened(size);
    same_from(f, 0, lengths[i]);
    omen_rawfile_seek(f, lengths[i] / 2);
    same_from(f, lengths[i] / 2, lengths[i]);
    omen_rawfile_close(f);
  }
}

static void records_are_found_by_number(void **state) {
  (void)state;
  struct omen_rawev e;
  struct omen_err err;
  pack_all(MANY);
  for (int i = 0; i < 300; i++) {
    struct omen_rawfile *f = opened(size); /* anew, so that blocks are looked for */
    for (int k = 0; k < 3; k++) {
      size_t at = below(MANY);
      assert_int_equal(omen_rawfile_at(f, at, &e, &err), 0);
      assert_memory_equal(&e, &records[at], sizeof e);
    }
    assert_int_equal(omen_rawfile_at(f, MANY + below(10000), &e, &err), -1);
    assert_int_equal(omen_rawfile_at(f, UINT64_MAX - below(10000), &e, &err), -1);
    omen_rawfile_close(f);
  }
}

static void what_repeats_takes_little(void **state) {
  (void)state;
  for (size_t i = 0; i < MANY; i++)
    records[i] = (struct omen_rawev){.obj = 0x7f0000001000 + 8 * (i % 16), .point = i / 3, .thread = 1};
  pack_all(MANY);
  assert_true(size < MANY * 17 / 8);
  make_records();
}

/* A log that was written before there were packed ones. */
static void plain_records_are_read(void **state) {
  (void)state;
  struct omen_err err;
  struct omen_rawfile *f =
      omen_rawfile_input(omen_bytes_memory(&records[1], (MANY - 1) * sizeof *records), &err);
  struct omen_rawev e;
  assert_int_equal(omen_rawfile_at(f, 5000, &e, &err), 0);
  assert_memory_equal(&e, &records[5001], sizeof e);
  omen_rawfile_close(f);
}

static long read_all(size_t n) {
  const struct omen_rawev *e;
  struct omen_err err;
  uint64_t first;
  struct omen_rawfile *f = opened(n);
  long got, all = 0;
  while ((got = omen_rawfile_next(f, &e, &first, &err)) > 0) all += got;
  omen_rawfile_close(f);
  return got < 0 ? -1 : all;
}

static void damaged_logs_are_errors(void **state) {
  (void)state;
  pack_all(MANY);
  for (int i = 0; i < 200; i++) {
    size_t cut = 9 + below((uint32_t)size - 9);
    long n = read_all(cut);
    assert_true(n == -1 || n % OMEN_PACKED_RECORDS == 0); /* between two blocks */
  }
  for (int i = 0; i < 200; i++) { /* no crash; whether it is noticed depends on the byte */
    size_t at = 8 + below((uint32_t)size - 8);
    uint8_t was = file[at];
    file[at] ^= (uint8_t)(1 << below(8));
    read_all(size);
    file[at] = was;
  }
  struct omen_packed_block *head = (void *)(file + 8);
  head->records--;
  assert_int_equal(read_all(size), -1);
  head->records = OMEN_PACKED_RECORDS + 1;
  assert_int_equal(read_all(size), -1);
  pack_all(10);
  head->bytes++;
  assert_int_equal(read_all(size), -1);
  assert_int_equal(read_all(size + 1), -1); /* a byte more than its records */
}

int main(void) {
  make_records();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(records_come_back),         cmocka_unit_test(records_are_found_by_number),
      cmocka_unit_test(what_repeats_takes_little), cmocka_unit_test(plain_records_are_read),
      cmocka_unit_test(damaged_logs_are_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
