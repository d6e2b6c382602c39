/* What the writer and the reader of the outcome file are made of: outcome.def, row by row. No function is
 * here, so that the runtime, which has no libc, can include it. */
#ifndef OMEN_RECORD_OUTCOME_LINES_H
#define OMEN_RECORD_OUTCOME_LINES_H
#include <stdint.h>

enum omen_line {
#define OMEN_OUTCOME_LINE(symbol, word, ...) OMEN_LINE_##symbol,
#include "record/outcome.def"
  OMEN_LINES
};

enum omen_field {
  OMEN_FIELD_END, /* behind the last one */
  OMEN_FIELD_NUMBER,
  OMEN_FIELD_INT,
  OMEN_FIELD_ADDRESS,
  OMEN_FIELD_LETTER,
  OMEN_FIELD_WORD,
  OMEN_FIELD_PHRASE,
  OMEN_FIELD_TEXT,
  OMEN_FIELD_PCS,
  OMEN_FIELD_SOME_PCS
};
enum { OMEN_FIELDS = 11 }; /* of a line, at most: OMEN_EACH_ goes so far */

/* OMEN_EACH(f, x, (KIND, name)...): f(x, KIND, name) for each field of a row. */
#define OMEN_EACH(f, x, ...) __VA_OPT__(OMEN_EACH_1(f, x, __VA_ARGS__))
#define OMEN_EACH_F(f, x, field) OMEN_EACH_G(f, x, OMEN_EACH_U field)
#define OMEN_EACH_U(kind, name) kind, name
#define OMEN_EACH_G(f, x, ...) f(x, __VA_ARGS__)
#define OMEN_EACH_1(f, x, a, ...) OMEN_EACH_F(f, x, a) __VA_OPT__(OMEN_EACH_2(f, x, __VA_ARGS__))
#define OMEN_EACH_2(f, x, a, ...) OMEN_EACH_F(f, x, a) __VA_OPT__(OMEN_EACH_3(f, x, __VA_ARGS__))
#define OMEN_EACH_3(f, x, a, ...) OMEN_EACH_F(f, x, a) __VA_OPT__(OMEN_EACH_4(f, x, __VA_ARGS__))
#define OMEN_EACH_4(f, x, a, ...) OMEN_EACH_F(f, x, a) __VA_OPT__(OMEN_EACH_5(f, x, __VA_ARGS__))
#define OMEN_EACH_5(f, x, a, ...) OMEN_EACH_F(f, x, a) __VA_OPT__(OMEN_EACH_6(f, x, __VA_ARGS__))
#define OMEN_EACH_6(f, x, a, ...) OMEN_EACH_F(f, x, a) __VA_OPT__(OMEN_EACH_7(f, x, __VA_ARGS__))
#define OMEN_EACH_7(f, x, a, ...) OMEN_EACH_F(f, x, a) __VA_OPT__(OMEN_EACH_8(f, x, __VA_ARGS__))
#define OMEN_EACH_8(f, x, a, ...) OMEN_EACH_F(f, x, a) __VA_OPT__(OMEN_EACH_9(f, x, __VA_ARGS__))
#define OMEN_EACH_9(f, x, a, ...) OMEN_EACH_F(f, x, a) __VA_OPT__(OMEN_EACH_10(f, x, __VA_ARGS__))
#define OMEN_EACH_10(f, x, a, ...) OMEN_EACH_F(f, x, a) __VA_OPT__(OMEN_EACH_11(f, x, __VA_ARGS__))
#define OMEN_EACH_11(f, x, a) OMEN_EACH_F(f, x, a)
#endif
