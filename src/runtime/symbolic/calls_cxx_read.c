/* Reading from streams of C++: std::getline, >> into strings, characters and integers. As calls.c. */
#include "runtime/abi_symbolic.h"
#include "runtime/symbolic/cxx.h"
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/store.h"
#include "runtime/symbolic/trace.h"

/* The function itself, then what it did, as `said`. */
#define READS(name, params, args, ...)                                                                       \
  OMEN_API void *__omen_symlib_##name params;                                                                \
  void *__omen_symlib_##name params {                                                                        \
    void *(*call)(void *, void *, int) = (void *(*)(void *, void *, int))__omen_sym_hot.real;                \
    OMRT_MODEL(__omen_symlib_##name);                                                                        \
    struct omrt_cxx_input in;                                                                                \
    if (follows) omrt_cxx_state(&model, stream), omrt_cxx_input_begin(&in, stream);                          \
    void *r = call args;                                                                                     \
    if (follows) {                                                                                           \
      uint64_t taken = omrt_cxx_input_text(&in);                                                             \
      __VA_ARGS__;                                                                                           \
      omrt_cxx_input_end(&in);                                                                               \
    }                                                                                                        \
    return r;                                                                                                \
  }

static bool blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Up to the delimiter, which is taken and not kept. */
static void was_line(const struct omrt_model *m, const struct omrt_cxx_input *in, uint64_t taken,
                     struct omrt_cxx_string *s, char delimiter) {
  omrt_shade_clear(s, sizeof *s);
  if (!in->text || taken < s->n || taken > s->n + 1) return;
  omrt_shade_clear(s->p, s->n + 1);
  omrt_shade_copy(s->p, in->text, s->n);
  omrt_model_line(m, in->text, taken, delimiter);
}

/* Where the blanks end, and how many there were. */
static uint64_t skip(const struct omrt_model *m, const struct omrt_cxx_input *in) {
  const char *p = in->text;
  for (; p < in->end; p++) {
    omrt_model_branch(m, omrt_model_space(omrt_model_byte(p)));
    if (!blank(*p)) break;
  }
  return (uint64_t)(p - in->text);
}

static void was_word(const struct omrt_model *m, const struct omrt_cxx_input *in, uint64_t taken,
                     struct omrt_cxx_string *s) {
  omrt_shade_clear(s, sizeof *s);
  if (!in->text || taken < s->n) return;
  uint64_t from = skip(m, in);
  if (from + s->n != taken) return; /* it failed, or had a width */
  for (uint64_t i = from; i <= taken && in->text + i < in->end; i++)
    omrt_model_branch(m, omrt_model_space(omrt_model_byte(in->text + i)));
  omrt_shade_clear(s->p, s->n + 1);
  omrt_shade_copy(s->p, in->text + from, s->n);
}

static void was_char(const struct omrt_model *m, const struct omrt_cxx_input *in, uint64_t taken, char *to,
                     bool skips) {
  omrt_shade_clear(to, 1);
  if (!in->text || !taken) return;
  if (skips && skip(m, in) + 1 != taken) return;
  omrt_shade_copy(to, in->text + taken - 1, 1);
}

/* A number that does not fit is another's story: the largest one, and the stream fails. */
static bool fits(const struct omrt_model *m, uint32_t e, uint32_t bits, bool is_signed) {
  if (is_signed && bits == 64) return true; /* so many digits are pinned */
  uint64_t most = is_signed ? (1ull << (bits - 1)) - 1 : bits == 64 ? INT64_MAX : omrt_bits_mask(bits);
  uint64_t least = is_signed ? ~most : 0;
  uint32_t low = omrt_expr_compare(OMEN_SYM_SLE, omrt_expr_const(64, least), e);
  uint32_t high = omrt_expr_compare(OMEN_SYM_SLE, e, omrt_expr_const(64, most));
  uint32_t both = omrt_expr_and(low, high);
  omrt_model_branch(m, both);
  return both && omrt_expr_value(both);
}

static void was_number(const struct omrt_model *m, const struct omrt_cxx_input *in, uint64_t taken, void *to,
                       uint32_t bits, bool is_signed) {
  omrt_shade_clear(to, bits / 8);
  if (!in->text) return;
  uint64_t from = skip(m, in), n = taken > from ? taken - from : 0;
  struct omrt_number how = {10, 64, (uint64_t)(in->end - in->text) - from};
  uint32_t e = omrt_model_number(m, in->text + from, n, how);
  if (!e || !n || !omrt_expr_depends(e) || !fits(m, e, bits, is_signed)) return;
  e = omrt_expr_extract(e, 0, bits);
  omrt_shade_put(to, bits / 8, e);
}

#define STREAM uint32_t site, void *stream
READS(cxx_getline_to, (STREAM, struct omrt_cxx_string *s, int c), (stream, s, (char)c),
      was_line(&model, &in, taken, s, (char)c))
READS(cxx_getline, (STREAM, struct omrt_cxx_string *s), (stream, s, 0), was_line(&model, &in, taken, s, '\n'))
READS(cxx_word, (STREAM, struct omrt_cxx_string *s), (stream, s, 0), was_word(&model, &in, taken, s))
READS(cxx_char, (STREAM, char *to), (stream, to, 0), was_char(&model, &in, taken, to, true))
READS(cxx_get, (STREAM, char *to), (stream, to, 0), was_char(&model, &in, taken, to, false))
#define NUMBER(name, bits, is_signed)                                                                        \
  READS(name, (STREAM, void *to), (stream, to, 0), was_number(&model, &in, taken, to, bits, is_signed))
NUMBER(cxx_short, 16, true)
NUMBER(cxx_int, 32, true)
NUMBER(cxx_unsigned, 32, false)
NUMBER(cxx_long, 64, true)
NUMBER(cxx_unsigned_long, 64, false)
NUMBER(cxx_extract_unsigned, 32, false)
NUMBER(cxx_extract_long, 64, true)
NUMBER(cxx_extract_unsigned_long, 64, false)

/* int get(): the byte, or -1. */
OMEN_API int __omen_symlib_cxx_get_int(STREAM);
int __omen_symlib_cxx_get_int(STREAM) {
  int (*call)(void *) = (int (*)(void *))__omen_sym_hot.real;
  OMRT_MODEL(__omen_symlib_cxx_get_int);
  struct omrt_cxx_input in;
  if (follows) omrt_cxx_state(&model, stream), omrt_cxx_input_begin(&in, stream);
  int r = call(stream);
  if (follows) {
    uint64_t taken = omrt_cxx_input_text(&in);
    if (in.text && taken == 1)
      omrt_model_return(&model, omrt_expr_zext(omrt_model_byte(in.text), 32), (uint64_t)r);
    omrt_cxx_input_end(&in);
  }
  return r;
}

/* A stream of a string has a copy of it. */
#define STREAMS(name)                                                                                        \
  OMEN_API void __omen_symlib_##name(STREAM, const struct omrt_cxx_string *s, int mode);                     \
  void __omen_symlib_##name(STREAM, const struct omrt_cxx_string *s, int mode) {                             \
    void (*call)(void *, const struct omrt_cxx_string *, int) =                                              \
        (void (*)(void *, const struct omrt_cxx_string *, int))__omen_sym_hot.real;                          \
    OMRT_MODEL(__omen_symlib_##name);                                                                        \
    (void)model;                                                                                             \
    call(stream, s, mode);                                                                                   \
    if (follows) omrt_cxx_filled(stream, s);                                                                 \
  }
STREAMS(cxx_string_stream)
STREAMS(cxx_string_stream_both)
