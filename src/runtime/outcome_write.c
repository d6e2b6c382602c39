/* Writes the outcome file: see outcome_write.h. */
#include "runtime/outcome_write.h"
#include "runtime/rt.h"
#include <stdarg.h>

static const struct {
  const char *word;
  uint8_t fields[OMEN_FIELDS + 1];
} lines[] = {
#define KIND(first, kind, name) OMEN_FIELD_##kind,
#define OMEN_OUTCOME_LINE(symbol, word, ...) {word, {OMEN_EACH(KIND, , __VA_ARGS__) OMEN_FIELD_END}},
#include "record/outcome.def"
};

static void put(const char *text, size_t n) { omrt_out_write(&omrt_outcome, text, n); }

static void put_number(uint64_t v, unsigned base) {
  char digits[20];
  size_t at = sizeof digits;
  do digits[--at] = "0123456789abcdef"[v % base];
  while (v /= base);
  put(digits + at, sizeof digits - at);
}

static void put_int(int64_t v) {
  if (v < 0) put("-", 1);
  put_number(v < 0 ? -(uint64_t)v : (uint64_t)v, 10);
}

static void put_address(uint64_t v) {
  put("0x", 2);
  put_number(v, 16);
}

/* `instead` stands for each `bad`. */
static void put_text(const char *text, char bad, char instead) {
  const char *from = text;
  for (; *text; text++) {
    if (*text != bad) continue;
    put(from, (size_t)(text - from));
    put(&instead, 1);
    from = text + 1;
  }
  put(from, (size_t)(text - from));
}

static void put_pcs(const uint64_t *pcs, int n) {
  put(" pcs ", 5);
  for (int i = 0; i < n; i++) {
    if (i) put(",", 1);
    put_address(pcs[i]);
  }
}

static void put_field(enum omen_field kind, const union omrt_field *f) {
  char letter = (char)f->number;
  if (kind == OMEN_FIELD_SOME_PCS && !f->pcs.n) return;
  if (kind == OMEN_FIELD_PCS || kind == OMEN_FIELD_SOME_PCS) {
    put_pcs(f->pcs.pc, f->pcs.n);
    return;
  }
  put(" ", 1);
  switch (kind) {
  case OMEN_FIELD_NUMBER: put_number(f->number, 10); break;
  case OMEN_FIELD_INT: put_int((int64_t)f->number); break;
  case OMEN_FIELD_ADDRESS: put_address(f->number); break;
  case OMEN_FIELD_LETTER: put(&letter, 1); break;
  case OMEN_FIELD_TEXT: put_text(f->text, '\n', ' '); break;
  default: put_text(f->text, ' ', '_'); break;
  }
}

void omrt_line(enum omen_line kind, const union omrt_field *fields) {
  put_text(lines[kind].word, '\n', ' ');
  for (const uint8_t *k = lines[kind].fields; *k; k++) put_field((enum omen_field) * k, fields++);
  put("\n", 1);
}

void omrt_note(const char *fmt, ...) {
  char text[1400];
  va_list ap;
  va_start(ap, fmt);
  omrt_vfmt(text, sizeof text, fmt, ap);
  va_end(ap);
  omrt_line_note(text);
}
