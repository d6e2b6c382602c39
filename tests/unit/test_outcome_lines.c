/* The runtime's writer of the outcome file and the command's reader are made of one list
 * (record/outcome.def): what one writes the other reads, field by field, for every kind of line, with the
 * values that are hard. */
/* rooms: record, quick */
#include "record/outcome_parts.h"
#include "runtime/outcome_write.h"
#include "runtime/rt.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* What the writer stands on. */
struct omrt_out omrt_outcome;
static struct omen_buf written;
void omrt_out_write(struct omrt_out *o, const void *data, size_t n) { omen_buf_add(&written, data, n); }
int omrt_vfmt(char *out, size_t cap, const char *fmt, va_list ap) { return vsnprintf(out, cap, fmt, ap); }

static const struct {
  const char *word;
  enum omen_field fields[OMEN_FIELDS + 1];
} rows[] = {
#define KIND(first, kind, name) OMEN_FIELD_##kind,
#define OMEN_OUTCOME_LINE(symbol, word, ...) {word, {OMEN_EACH(KIND, , __VA_ARGS__) OMEN_FIELD_END}},
#include "record/outcome.def"
};

static uint64_t x = 88172645463325252ull;
static uint64_t draw(void) { return x ^= x << 13, x ^= x >> 7, x ^= x << 17; }
static uint64_t draw_number(void) {
  static const uint64_t hard[] = {0, 1, 9, 10, UINT32_MAX, INT64_MAX, UINT64_MAX, 0x7fffffffffff};
  return draw() % 3 ? draw() >> draw() % 64 : hard[draw() % 8];
}
static int draw_int(void) {
  static const int hard[] = {-1, 0, 1, INT32_MIN, INT32_MAX};
  return draw() % 3 ? (int)draw() : hard[draw() % 5];
}

static uint64_t many[1000];
static union omrt_field draw_field(enum omen_field kind) {
  static const char *const words[] = {"w", "use-after-free", "a_b", "-"},
                           *const phrases[] = {"mutex", "System V object", "a b c"},
                           *const texts[] = {"", "/a path/with spaces", " ", "0x10 pcs 0x1", "end exit 0"};
  switch (kind) {
  case OMEN_FIELD_INT: return (union omrt_field){.number = (uint64_t)(int64_t)draw_int()};
  case OMEN_FIELD_LETTER: return (union omrt_field){.number = "rw-"[draw() % 3]};
  case OMEN_FIELD_WORD: return (union omrt_field){.text = words[draw() % 4]};
  case OMEN_FIELD_PHRASE: return (union omrt_field){.text = phrases[draw() % 3]};
  case OMEN_FIELD_TEXT: return (union omrt_field){.text = texts[draw() % 5]};
  case OMEN_FIELD_PCS:
  case OMEN_FIELD_SOME_PCS:
    return (union omrt_field){.pcs = {many, draw() % 3 ? (int)(draw() % 24) : draw() % 2 ? 0 : 1000}};
  default: return (union omrt_field){.number = draw_number()};
  }
}

/* One member of the line that was read, and the next one's place. */
static const char *check_field(enum omen_field kind, const union omrt_field *f, const char *at) {
#define AT(type)                                                                                             \
  (*(const type *)(at = (const char *)(((uintptr_t)at + _Alignof(type) - 1) & ~(_Alignof(type) - 1))))
  switch (kind) {
  case OMEN_FIELD_INT: assert_int_equal(AT(int), (int)(int64_t)f->number); return at + sizeof(int);
  case OMEN_FIELD_LETTER: assert_int_equal(*at, (char)f->number); return at + 1;
  case OMEN_FIELD_WORD:
  case OMEN_FIELD_PHRASE:
  case OMEN_FIELD_TEXT: assert_string_equal(AT(char *), f->text); return at + sizeof(char *);
  case OMEN_FIELD_PCS:
  case OMEN_FIELD_SOME_PCS: {
    const struct omen_pcs *pcs = &AT(struct omen_pcs);
    assert_int_equal(pcs->n, f->pcs.n);
    if (pcs->n) assert_memory_equal(pcs->pc, f->pcs.pc, pcs->n * sizeof *pcs->pc);
    return at + sizeof *pcs;
  }
  default: assert_true(AT(uint64_t) == f->number); return at + sizeof(uint64_t);
  }
#undef AT
}

static void round_trip(enum omen_line kind) {
  union omrt_field fields[OMEN_FIELDS + 1];
  union omen_any_line line;
  enum omen_line read;
  int n = 0;
  for (; rows[kind].fields[n]; n++) fields[n] = draw_field(rows[kind].fields[n]);
  written.len = 0;
  omrt_line(kind, fields);
  assert_true(memchr(written.data, '\n', written.len) == written.data + written.len - 1);
  written.data[written.len - 1] = 0;
  char *shown = omen_xstrdup(written.data);
  const char *wrong = omen_line_read(written.data, &read, &line);
  if (wrong) fail_msg("%s: %s", shown, wrong);
  assert_int_equal(read, kind);
  const char *at = (const char *)&line;
  for (int i = 0; i < n; i++) at = check_field(rows[kind].fields[i], &fields[i], at);
  omen_line_release(read, &line);
  free(shown);
}

static void what_is_written_is_read(void **unused) {
  for (size_t i = 0; i < sizeof many / sizeof *many; i++) many[i] = draw_number();
  for (int round = 0; round < 500; round++)
    for (int kind = 0; kind < OMEN_LINES; kind++) round_trip((enum omen_line)kind);
}

/* As the runtime calls them: to the letter, since recordings that are there must stay readable. */
static void lines_look_as_ever(void **unused) {
  const uint64_t pcs[] = {0x401000, 0x402000};
  written.len = 0;
  omrt_line_end_exit(3);
  omrt_line_end_deadlock();
  omrt_line_end_signal(11, 0x10, 0xffffffffffffffff);
  omrt_line_crash(2, pcs, 2);
  omrt_line_counter("events", UINT64_MAX);
  omrt_line_thread(0, -1, "run", NULL, 0);
  omrt_line_wait(1, "System V object", 0x2000, -1, pcs, 1);
  omrt_line_step(1, 2, 3, 4, "yield", 0, 1, NULL, 0);
  omrt_line_access(1, 2, 'w', 7, pcs, 2);
  omrt_line_map(0x1000, 0x2000, 0, "/a path\nwith a line break");
  omrt_note("%d%%: %s", 7, "so it is");
  assert_string_equal(written.data, "end exit 3\n"
                                    "end deadlock\n"
                                    "end signal 11 0x10 0xffffffffffffffff\n"
                                    "crash 2 pcs 0x401000,0x402000\n"
                                    "counter events 18446744073709551615\n"
                                    "thread 0 -1 run pcs \n"
                                    "wait 1 System_V_object 0x2000 -1 pcs 0x401000\n"
                                    "step 1 2 3 4 yield 0x0 1\n"
                                    "access 1 2 w 7 pcs 0x401000,0x402000\n"
                                    "map 0x1000 0x2000 0x0 /a path with a line break\n"
                                    "note 7%: so it is\n");
  struct omen_outcome o;
  struct omen_err err;
  if (omen_outcome_parse(&o, written.data, written.len, "o", &err)) fail_msg("%s", err.msg);
  assert_string_equal(o.waits[0].what, "System V object");
  assert_int_equal(o.end, OMEN_END_SIGNAL);
  omen_outcome_release(&o);
}

/* One byte of a good line is another, is missing, or comes twice: the reader says yes or no. */
static void mutated_lines_are_survived(void **unused) {
  for (int round = 0; round < 100000; round++) {
    enum omen_line kind = (enum omen_line)(draw() % OMEN_LINES), read;
    union omrt_field fields[OMEN_FIELDS + 1];
    union omen_any_line line;
    for (int n = 0; rows[kind].fields[n]; n++) fields[n] = draw_field(rows[kind].fields[n]);
    written.len = 0;
    omrt_line(kind, fields);
    size_t len = written.len - 1, at = draw() % len;
    char *text = omen_xmalloc(len + 2); /* of just this size: a sanitizer sees what is read beyond */
    memcpy(text, written.data, len);
    text[len] = text[len + 1] = 0;
    if (draw() % 3 == 0)
      text[at] = (char)draw();
    else if (draw() % 2)
      memmove(text + at, text + at + 1, len - at);
    else
      memmove(text + at + 1, text + at, len - at);
    omen_line_read(text, &read, &line);
    omen_line_release(read, &line);
    free(text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_written_is_read),
                                     cmocka_unit_test(lines_look_as_ever),
                                     cmocka_unit_test(mutated_lines_are_survived)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  omen_buf_release(&written);
  return failed;
}
