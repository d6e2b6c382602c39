/* The binary format: text to binary and back is the same text; a file that is cut off anywhere, or has any
 * one byte changed, is refused; a watch log gives the right variables, and its races. */
/* rooms: trace record, quick */
#include "detect/pairs.h"
#include "record/rawev.h"
#include "trace/rawlog.h"
#include "trace/writer.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

static char *temp_path(const char *what) { return omen_format("/tmp/omen-test-%d-%s", (int)getpid(), what); }

static void convert(const void *data, size_t n, const char *to, enum omen_format format) {
  struct omen_err err;
  struct omen_source *s = omen_source_memory(data, n, OMEN_SOURCE_UNCHECKED, &err);
  assert_non_null(s);
  struct omen_writer *w = omen_writer_open(to, format, &err);
  assert_non_null(w);
  struct omen_event ev[777];
  long got;
  while ((got = omen_source_read(s, ev, 777, &err)) > 0)
    assert_int_equal(omen_writer_add(w, s, ev, (size_t)got, &err), 0);
  assert_int_equal(got, 0);
  assert_int_equal(omen_writer_close(w, false, &err), 0);
  omen_source_close(s);
}

static void every_kind(struct omen_buf *b, int events) {
  for (int i = 0; i < events; i++) {
    int t = i % 5;
    switch (i % 12) {
    case 0: omen_buf_addf(b, "T%d|acq(L%d)|%d\n", t, i % 3, i); break;
    case 1: omen_buf_addf(b, "T%d|rel(L%d)|%d\n", t, i % 3, i); break;
    case 2: omen_buf_addf(b, "T%d|aw(x%d)|file.c:%d\n", t, i % 70000, i); break;
    case 3: omen_buf_addf(b, "T%d|pub(c%d)|%d\n", t, i % 7, i); break;
    case 4: omen_buf_addf(b, "T%d|cpy(c%d,c%d)|%d\n", t, i % 7, i % 5, i); break;
    case 5: omen_buf_addf(b, "T%d|mrg(c%d,d)|%d\n", t, i % 7, i); break;
    case 6: omen_buf_addf(b, "T%d|new(x%d)|%d\n", t, i % 70000, i % 40); break;
    case 7: omen_buf_addf(b, "T%d|begin()|%d\n", t, i % 40); break;
    case 8: omen_buf_addf(b, "T%d|fork(U%d)|%d\n", t, i, i % 40); break;
    default: omen_buf_addf(b, "T%d|%s(x%d)|%d\n", t, i % 2 ? "r" : "w", i % 70000, i % 40); break;
    }
  }
}

static void round_trip(void **state) {
  static const int sizes[] = {0, 1, 12, 500, 100000};
  char *bin = temp_path("bin"), *text = temp_path("std");
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    struct omen_buf b = {0}, packed = {0}, back = {0};
    struct omen_err err;
    omen_buf_adds(&b, "");
    every_kind(&b, sizes[i]);
    convert(b.data, b.len, bin, OMEN_FORMAT_BIN);
    assert_int_equal(omen_file_read(bin, &packed, &err), 0);
    assert_true(sizes[i] < 500 || packed.len < b.len / 2);
    convert(packed.data, packed.len, text, OMEN_FORMAT_STD);
    assert_int_equal(omen_file_read(text, &back, &err), 0);
    assert_int_equal(back.len, b.len);
    if (b.len) assert_memory_equal(back.data, b.data, b.len);
    omen_buf_release(&b);
    omen_buf_release(&packed);
    omen_buf_release(&back);
  }
  unlink(bin);
  unlink(text);
  free(bin);
  free(text);
}

/* All events of the bytes, or -1. */
static long read_bytes(const void *data, size_t n) {
  struct omen_err err = {{0}};
  struct omen_source *s = omen_source_memory(data, n, OMEN_SOURCE_UNCHECKED, &err);
  long total = 0, got = -1;
  struct omen_event ev[64];
  while (s && (got = omen_source_read(s, ev, 64, &err)) > 0) total += got;
  omen_source_close(s);
  if (got < 0) assert_true(err.msg[0] != 0);
  return got < 0 ? -1 : total;
}

static void damaged(void **state) {
  char *bin = temp_path("damaged");
  struct omen_buf b = {0}, packed = {0};
  struct omen_err err;
  every_kind(&b, 300);
  convert(b.data, b.len, bin, OMEN_FORMAT_BIN);
  assert_int_equal(omen_file_read(bin, &packed, &err), 0);
  assert_int_equal(read_bytes(packed.data, packed.len), 300);
  for (size_t n = 8; n < packed.len; n++) assert_int_equal(read_bytes(packed.data, n), -1);
  for (size_t i = 8; i < packed.len; i++)
    for (int bit = 0; bit < 8; bit++) {
      packed.data[i] ^= (char)(1 << bit);
      assert_int_equal(read_bytes(packed.data, packed.len), -1);
      packed.data[i] ^= (char)(1 << bit);
    }
  omen_buf_add(&packed, "x", 1);
  assert_int_equal(read_bytes(packed.data, packed.len), -1);
  unlink(bin);
  free(bin);
  omen_buf_release(&b);
  omen_buf_release(&packed);
}

static char *write_log(const struct omen_rawev *rec, size_t n) {
  char *path = temp_path("events.raw");
  struct omen_err err;
  assert_int_equal(omen_file_write(path, rec, n * sizeof *rec, &err), 0);
  return path;
}
#define REC(t, k, o, z, s) {.thread = (t), .kind = OMEN_KIND_##k, .obj = (o), .size = (z), .site = (s)}

/* Accesses of 8, 4 and 1 bytes that overlap: cut into atoms, conflicts exactly where bytes are shared. */
static void watch_log(void **state) {
  const struct omen_rawev rec[] = {
      REC(0, FORK, 1, 0, 0),         REC(0, WRITE, 0x1000, 8, 10), REC(1, READ, 0x1004, 4, 20),
      REC(1, WRITE, 0x1008, 4, 21),  REC(0, READ, 0x1003, 1, 11),  REC(0, AWRITE, 0x1009, 1, 12),
      REC(1, AWRITE, 0x1009, 1, 22), REC(0, ALLOC, 0x1008, 4, 0),  REC(0, WRITE, 0x100b, 1, 13),
  };
  char *path = write_log(rec, sizeof rec / sizeof *rec);
  struct omen_err err;
  struct omen_source *s = omen_rawlog_open(path, 0, &err);
  assert_non_null(s);
  struct omen_pair_list l = {0};
  assert_int_equal(omen_detect_pairs(s, &l, &err), 0);
  /* 10 with 20: bytes 4 to 7. 21 with 12: byte 9, before the ALLOC; not 12 with 22, atomic both; not 21
   * with 13. */
  assert_int_equal(l.n, 2);
  assert_int_equal(l.events, 9);
  assert_int_equal(l.warnings, 2);
  assert_int_equal(l.v[0].loc1, 10);
  assert_int_equal(l.v[0].loc2, 20);
  assert_true(l.v[0].schedulable);
  assert_int_equal(l.v[0].first[0], 1);
  assert_int_equal(l.v[0].first[1], 2);
  assert_int_equal(l.v[0].instances, 1);
  assert_int_equal(l.v[1].loc1, 21);
  assert_int_equal(l.v[1].loc2, 12);
  omen_pair_list_release(&l);
  omen_source_close(s);
  unlink(path);
  free(path);
}

/* sigma 1 as a watch log: hb has two pairs, only one can be scheduled. And the first race is told by its
 * events. */
static void schedulable(void **state) {
  const struct omen_rawev rec[] = {REC(7, READ, 64, 4, 1), REC(7, WRITE, 128, 4, 2), REC(9, READ, 128, 4, 3),
                                   REC(9, WRITE, 64, 4, 4), REC(9, WRITE, 64, 4, 4)};
  char *path = write_log(rec, 5);
  struct omen_err err;
  struct omen_source *s = omen_rawlog_open(path, 0, &err);
  struct omen_pair_list l = {0};
  assert_int_equal(omen_detect_pairs(s, &l, &err), 0);
  assert_int_equal(l.n, 2);
  assert_true(l.v[0].loc1 == 2 && l.v[0].loc2 == 3 && l.v[0].schedulable);
  assert_true(l.v[1].loc1 == 1 && l.v[1].loc2 == 4 && !l.v[1].schedulable);
  assert_int_equal(l.v[1].instances, 2);
  assert_int_equal(l.v[1].first[0], 0);
  assert_int_equal(l.v[1].first[1], 3);
  omen_pair_list_release(&l);
  omen_source_close(s);
  struct omen_buf b = {0};
  assert_int_equal(omen_file_read(path, &b, &err), 0);
  assert_int_equal(omen_file_write(path, b.data, b.len - 5, &err), 0); /* cut off */
  assert_null(omen_rawlog_open(path, 0, &err));
  assert_non_null(strstr(err.msg, "record 4"));
  omen_buf_release(&b);
  unlink(path);
  free(path);
}

/* ---- threads that succeed each other ---- */

enum { LENGTH = 120, ALIVE = 5, MOST = 60 };
static uint32_t seed;
static uint32_t below(uint32_t n) { return (seed = seed * 1664525u + 1013904223u) / 256 % n; }

/* A program that makes and joins threads all the time. */
static void random_log(struct omen_rawev rec[LENGTH]) {
  struct {
    uint32_t number, holds;
  } alive[ALIVE] = {{0, 0}};
  uint32_t n = 1, made = 1, held_by[3] = {0};
  for (int i = 0; i < LENGTH; i++) {
    uint32_t me = below(n), lock = below(3), number = alive[me].number;
    rec[i] = (struct omen_rawev)REC(number, READ, 64 + 4 * below(3), 4, below(6));
    switch (below(7)) {
    case 0:
      if (n == ALIVE || made == MOST) break;
      rec[i] = (struct omen_rawev)REC(number, FORK, made, 0, 0);
      alive[n].number = made++;
      alive[n++].holds = 0;
      break;
    case 1:
      if (n < 2 || me == n - 1 || alive[n - 1].holds) break;
      rec[i] = (struct omen_rawev)REC(number, JOIN, alive[--n].number, 0, 0);
      break;
    case 2:
      if (held_by[lock]) break;
      rec[i] = (struct omen_rawev)REC(number, ACQ, lock + 1, 0, 0);
      held_by[lock] = number + 1;
      alive[me].holds++;
      break;
    case 3:
      if (held_by[lock] != number + 1) break;
      rec[i] = (struct omen_rawev)REC(number, REL, lock + 1, 0, 0);
      held_by[lock] = 0;
      alive[me].holds--;
      break;
    case 4:
    case 5: rec[i].kind = OMEN_KIND_WRITE; break;
    }
  }
}

static uint32_t races_of(const char *path, unsigned flags, struct omen_pair_list *l) {
  struct omen_err err;
  struct omen_source *s = omen_rawlog_open(path, flags, &err);
  assert_non_null(s);
  assert_int_equal(omen_detect_pairs(s, l, &err), 0);
  assert_int_equal(omen_rawlog_cut(s), 0);
  uint32_t threads = omen_source_count(s, OMEN_SPACE_THREAD);
  omen_source_close(s);
  return threads;
}

static const struct omen_pair *same_pair(const struct omen_pair_list *l, const struct omen_pair *p) {
  for (size_t i = 0; i < l->n; i++)
    if ((l->v[i].loc1 == p->loc1 && l->v[i].loc2 == p->loc2) ||
        (l->v[i].loc1 == p->loc2 && l->v[i].loc2 == p->loc1))
      return &l->v[i];
  return NULL;
}

static void succession(void **state) {
  uint64_t races = 0, fewer = 0;
  for (seed = 1; races < 20000;) {
    struct omen_rawev rec[LENGTH];
    random_log(rec);
    char *path = write_log(rec, LENGTH);
    struct omen_pair_list all = {0}, some = {0};
    uint32_t each = races_of(path, 0, &all), few = races_of(path, OMEN_SOURCE_SUCCESSION, &some);
    assert_true(few <= each);
    fewer += each - few;
    assert_int_equal(all.n, some.n);
    assert_int_equal(all.warnings, some.warnings);
    for (size_t i = 0; i < all.n; i++) {
      const struct omen_pair *p = same_pair(&some, &all.v[i]);
      assert_non_null(p);
      assert_int_equal(p->schedulable, all.v[i].schedulable);
      assert_int_equal(p->first[1], all.v[i].first[1]);
    }
    races += all.n;
    omen_pair_list_release(&all);
    omen_pair_list_release(&some);
    unlink(path);
    free(path);
  }
  assert_true(fewer > 1000);
}

/* More threads than engines take: one after the other they are two; never joined, the log ends there. */
static void many_threads(void **state) {
  enum { THREADS = 40000 };
  struct omen_rawev *rec = omen_xcalloc(3 * THREADS, sizeof *rec);
  for (uint32_t i = 0; i < THREADS; i++) {
    rec[3 * i] = (struct omen_rawev)REC(0, FORK, 100000 + i, 0, 0);
    rec[3 * i + 1] = (struct omen_rawev)REC(100000 + i, WRITE, 64, 4, 1);
    rec[3 * i + 2] = (struct omen_rawev)REC(0, JOIN, 100000 + i, 0, 0);
  }
  char *path = write_log(rec, 3 * THREADS);
  struct omen_pair_list l = {0};
  assert_int_equal(races_of(path, OMEN_SOURCE_SUCCESSION, &l), 2);
  assert_int_equal(l.n, 0);
  for (uint32_t i = 0; i < THREADS; i++)
    rec[3 * i + 2].kind = OMEN_KIND_READ, rec[3 * i + 2].obj = 4096, rec[3 * i + 2].size = 4;
  assert_int_equal(omen_file_write(path, rec, 3 * THREADS * sizeof *rec, NULL), 0);
  struct omen_err err;
  struct omen_source *s = omen_rawlog_open(path, OMEN_SOURCE_SUCCESSION, &err);
  struct omen_event ev[777];
  uint64_t events = 0;
  for (long n; (n = omen_source_read(s, ev, 777, &err)) > 0;) events += (uint64_t)n;
  assert_true(events > 40000 && events < 60000);
  assert_int_equal(omen_rawlog_cut(s), events);
  omen_source_close(s);
  omen_pair_list_release(&l);
  unlink(path);
  free(path);
  free(rec);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(round_trip), cmocka_unit_test(damaged),
                                     cmocka_unit_test(watch_log),  cmocka_unit_test(schedulable),
                                     cmocka_unit_test(succession), cmocka_unit_test(many_threads)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
