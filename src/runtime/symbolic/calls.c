/* Library functions that only the symbolic variant calls through the runtime (abi_symbolic.h,
 * symbolic_calls.def): each calls the function itself, and says what it did with expressions. */
#include "runtime/abi_symbolic.h"
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/model.h"
#include "runtime/symbolic/output.h"
#include "runtime/symbolic/store.h"
#include <ctype.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#undef toupper
#undef tolower

#define P(...) (uint32_t site, __VA_ARGS__)
#define FUNCTION(type, name, params)                                                                         \
  OMEN_API type __omen_symlib_##name params;                                                                 \
  type __omen_symlib_##name params
/* The function itself, then what is to be said of `r`. */
#define CALL(type, name, params, args, ...)                                                                  \
  FUNCTION(type, name, params) {                                                                             \
    OMRT_MODEL(__omen_symlib_##name);                                                                        \
    type r = name args;                                                                                      \
    if (follows) {                                                                                           \
      __VA_ARGS__;                                                                                           \
    }                                                                                                        \
    return r;                                                                                                \
  }

/* ---- characters ---- */

#define IS(name, mask)                                                                                       \
  CALL(int, name, P(int c), (c),                                                                             \
       omrt_model_return(&model, omrt_model_is(&model, omrt_model_arg(&model, 1), c, mask), (uint64_t)r))
IS(isalpha, _ISalpha)
IS(isdigit, _ISdigit)
IS(isalnum, _ISalnum)
IS(isspace, _ISspace)
IS(isupper, _ISupper)
IS(islower, _ISlower)
IS(isxdigit, _ISxdigit)
IS(ispunct, _ISpunct)
IS(isprint, _ISprint)
CALL(int, toupper, P(int c), (c),
     omrt_model_return(&model, omrt_model_case(&model, omrt_model_arg(&model, 1), c, *__ctype_toupper_loc()),
                       (uint64_t)r))
CALL(int, tolower, P(int c), (c),
     omrt_model_return(&model, omrt_model_case(&model, omrt_model_arg(&model, 1), c, *__ctype_tolower_loc()),
                       (uint64_t)r))

static uint32_t absolute(uint32_t e) {
  if (!e) return 0;
  uint32_t zero = omrt_expr_const(omrt_expr_width(e), 0);
  return omrt_expr_ite(omrt_expr_compare(OMEN_SYM_SLT, e, zero), omrt_expr_sub(zero, e), e);
}
CALL(int, abs, P(int v), (v), omrt_model_return(&model, absolute(omrt_model_arg(&model, 1)), (uint64_t)r))
CALL(long, labs, P(long v), (v), omrt_model_return(&model, absolute(omrt_model_arg(&model, 1)), (uint64_t)r))

/* ---- numbers ---- */

#define FOLLOW_NUMBER(end, base)                                                                             \
  if (follows)                                                                                               \
  omrt_model_conversion(&model, s, stop, end, (struct omrt_number){base, 64, SIZE_MAX}, (uint64_t)r)
#define NUMBER(type, name)                                                                                   \
  FUNCTION(type, name, P(const char *s, char **end, int base)) {                                             \
    OMRT_MODEL(__omen_symlib_##name);                                                                        \
    char *stop;                                                                                              \
    type r = name(s, &stop, base);                                                                           \
    if (end) *end = stop;                                                                                    \
    if (end) omrt_sym_overwritten(end, sizeof *end);                                                         \
    FOLLOW_NUMBER(end, base);                                                                                \
    return r;                                                                                                \
  }
NUMBER(long long, strtoll)
NUMBER(unsigned long long, strtoull)
FUNCTION(long long, atoll, P(const char *s)) {
  OMRT_MODEL(__omen_symlib_atoll);
  char *stop;
  long long r = strtoll(s, &stop, 10);
  FOLLOW_NUMBER(NULL, 10);
  return r;
}

/* ---- strings ---- */

CALL(char *, getenv, P(const char *name), (name), omrt_model_string(&model, name, strlen(name), true))
CALL(char *, secure_getenv, P(const char *name), (name), omrt_model_string(&model, name, strlen(name), true))
CALL(char *, strchrnul, P(const char *s, int c), (s, c),
     omrt_model_find(&model, s, strlen(s) + 1, true, omrt_model_char(&model, 2, c), *r ? r : NULL))
CALL(void *, memrchr, P(const void *s, int c, size_t n), (s, c, n), omrt_model_pin(&model, 3, n),
     omrt_model_find_last(&model, s, n, omrt_model_char(&model, 2, c), r))

FUNCTION(void *, mempcpy, P(void *to, const void *from, size_t n)) {
  OMRT_MODEL(__omen_symlib_mempcpy);
  if (follows) omrt_model_copy(&model, to, from, n, 3);
  return mempcpy(to, from, n);
}
FUNCTION(char *, stpncpy, P(char *to, const char *from, size_t n)) {
  OMRT_MODEL(__omen_symlib_stpncpy);
  if (follows) {
    omrt_model_pin(&model, 3, n);
    omrt_model_copy_string(&model, to, from, n, true);
  }
  return stpncpy(to, from, n);
}

/* Before the call, which overwrites the delimiter. */
static void token(const struct omrt_model *m, char *s, const char *delim) {
  if (!s) return;
  uint64_t n = strspn(s, delim);
  omrt_model_span(m, s, delim, n, true);
  s += n;
  omrt_model_string(m, s, 0, true);
  if (!*s) return;
  n = strcspn(s, delim);
  omrt_model_span(m, s, delim, n, false);
  omrt_sym_overwritten(s + n, 1);
}

FUNCTION(char *, strtok_r, P(char *s, const char *delim, char **save)) {
  OMRT_MODEL(__omen_symlib_strtok_r);
  if (follows) token(&model, s ? s : *save, delim);
  char *r = strtok_r(s, delim, save);
  omrt_sym_overwritten(save, sizeof *save);
  return r;
}

/* Where strtok goes on is its secret: behind the token that it returned, and the zero that it wrote. */
FUNCTION(char *, strtok, P(char *s, const char *delim)) {
  static char *next;
  OMRT_MODEL(__omen_symlib_strtok);
  char *from = s ? s : next;
  if (!follows) return strtok(s, delim);
  token(&model, from, delim);
  char *end = from ? from + strlen(from) : NULL, *r = strtok(s, delim);
  next = r ? r + strlen(r) : NULL;
  if (next && next < end) next++;
  return r;
}

FUNCTION(int, getopt, P(int argc, char *const *argv, const char *letters)) {
  OMRT_MODEL(__omen_symlib_getopt);
  if (follows) omrt_model_options(&model, argc, argv, letters, NULL);
  return getopt(argc, argv, letters);
}
FUNCTION(int, getopt_long,
         P(int argc, char *const *argv, const char *letters, const struct option *longs, int *index)) {
  OMRT_MODEL(__omen_symlib_getopt_long);
  if (follows) omrt_model_options(&model, argc, argv, letters, longs);
  int r = getopt_long(argc, argv, letters, longs, index);
  if (index) omrt_sym_overwritten(index, sizeof *index);
  return r;
}

FUNCTION(void *, bsearch,
         P(const void *key, const void *base, size_t n, size_t size, omrt_comparison *compare)) {
  OMRT_MODEL(__omen_symlib_bsearch);
  if (follows) {
    omrt_model_pin(&model, 3, n);
    omrt_model_pin(&model, 4, size);
  }
  return omrt_model_bsearch(follows ? &model : NULL, key, base, n, size, compare);
}

/* ---- reading ---- */

/* libc's function is called from the same place whether it is followed or not: the buffers of its system
 * calls are on the stack, and a replay that follows nothing must find them at the same addresses. */
static void was_read(const struct omrt_model *m, struct omrt_reading *reading, int r) {
  uint32_t e = r == EOF ? 0 : omrt_model_read_byte(reading, 0);
  omrt_model_read_end(reading, NULL, 0);
  if (e) omrt_model_return(m, omrt_expr_zext(e, 32), (uint64_t)r);
}
#define GETC(name, params, file)                                                                             \
  FUNCTION(int, name, params) {                                                                              \
    OMRT_MODEL(__omen_symlib_##name);                                                                        \
    struct omrt_reading *reading = follows ? omrt_model_read_begin(file, 1) : NULL;                          \
    int r = getc(file);                                                                                      \
    if (follows) was_read(&model, reading, r);                                                               \
    return r;                                                                                                \
  }
GETC(getc, P(FILE *f), f)
GETC(fgetc, P(FILE *f), f)
GETC(_IO_getc, P(FILE *f), f)
GETC(getchar, (uint32_t site), stdin)
CALL(int, ungetc, P(int c, FILE *f), (c, f),
     if (r != EOF && f->_IO_read_ptr < f->_IO_read_end)
         omrt_shade_put(f->_IO_read_ptr, 1, omrt_model_char(&model, 1, c)))

static void line_was_read(const struct omrt_model *m, struct omrt_reading *reading, char **line, size_t *n,
                          ssize_t r, int delim) {
  omrt_sym_overwritten(line, sizeof *line);
  omrt_sym_overwritten(n, sizeof *n);
  if (r > 0) omrt_sym_overwritten(*line + r, 1);
  omrt_model_read_end(reading, r > 0 ? *line : NULL, r > 0 ? (uint64_t)r : 0);
  if (r > 0) omrt_model_line(m, *line, (uint64_t)r, (char)delim);
}
#define GETLINE(name, params, delim)                                                                         \
  FUNCTION(ssize_t, name, params) {                                                                          \
    OMRT_MODEL(__omen_symlib_##name);                                                                        \
    struct omrt_reading *reading = follows ? omrt_model_read_begin(f, SIZE_MAX) : NULL;                      \
    ssize_t r = getdelim(line, n, delim, f);                                                                 \
    if (follows) line_was_read(&model, reading, line, n, r, delim);                                          \
    return r;                                                                                                \
  }
GETLINE(getline, P(char **line, size_t *n, FILE *f), '\n')
GETLINE(getdelim, P(char **line, size_t *n, int delim, FILE *f), delim)

#define SCAN(self, call, text)                                                                               \
  OMRT_MODEL(self);                                                                                          \
  va_list ap, again;                                                                                         \
  va_start(ap, format);                                                                                      \
  va_copy(again, ap);                                                                                        \
  int n = call;                                                                                              \
  const char *end = NULL, *t = follows ? text : NULL;                                                        \
  if (t) omrt_model_scan(&model, t, end, format, again, n);                                                  \
  va_end(again);                                                                                             \
  va_end(ap);

FUNCTION(int, sscanf, P(const char *s, const char *format, ...)) {
  SCAN(__omen_symlib_sscanf, vsscanf(s, format, ap), s)
  return n;
}
FUNCTION(int, fscanf, P(FILE *f, const char *format, ...)) {
  struct omrt_reading *reading = omrt_sym_on ? omrt_model_read_begin(f, SIZE_MAX) : NULL;
  SCAN(__omen_symlib_fscanf, vfscanf(f, format, ap), omrt_model_read_text(reading, f, &end))
  if (follows) omrt_model_read_end(reading, NULL, 0);
  return n;
}
FUNCTION(int, scanf, P(const char *format, ...)) {
  struct omrt_reading *reading = omrt_sym_on ? omrt_model_read_begin(stdin, SIZE_MAX) : NULL;
  SCAN(__omen_symlib_scanf, vscanf(format, ap), omrt_model_read_text(reading, stdin, &end))
  if (follows) omrt_model_read_end(reading, NULL, 0);
  return n;
}

/* ---- writing ---- */

static void wrote(const struct omrt_model *m, int c, FILE *f, uint64_t place) {
  uint32_t e = omrt_model_char(m, 1, c);
  omrt_model_put_char(f, place, omrt_expr_constant(e) ? 0 : e);
}
#define PUTC(name, params, args, file)                                                                       \
  FUNCTION(int, name, params) {                                                                              \
    OMRT_MODEL(__omen_symlib_##name);                                                                        \
    uint64_t place = follows ? omrt_output_place(file) : 0;                                                  \
    int r = name args;                                                                                       \
    if (follows && r != EOF) wrote(&model, c, file, place);                                                  \
    return r;                                                                                                \
  }
PUTC(putchar, P(int c), (c), stdout)
PUTC(putc, P(int c, FILE *f), (c, f), f)
PUTC(fputc, P(int c, FILE *f), (c, f), f)
