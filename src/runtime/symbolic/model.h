/* symbolic/model.h: what library functions do with expressions. Each function of libc/ and calls.c takes the
 * expressions of its arguments at its beginning, calls libc's, and then says here what that did: which of the
 * bytes it looked at decided what (branches), what was copied, and what its result is made of.
 *
 * Bytes that decide how long something is become branches, one a byte: a search can turn each of them round.
 * Where a whole result can be an expression there are no branches: comparisons, conversions. Branches come in
 * the order in which a plain implementation would decide: inputs that agree in the first of them must give
 * the same ones up to the first that differs, or a search cannot tell that it got where it wanted. */
#ifndef OMRT_SYMBOLIC_MODEL_H
#define OMRT_SYMBOLIC_MODEL_H
#include "runtime/abi_symbolic.h"
#include "runtime/symbolic/symbolic.h"
#include <stdarg.h>
#include <stddef.h>

struct omrt_model {
  const void *self; /* the function, as callers know it */
  uint32_t site;
  uint32_t arg[OMEN_SYM_ARGS]; /* by number; the site is number 0 */
  uint32_t used; /* bits: arguments that were followed or made concrete; the others are lost at the end */
  bool wanted, begun; /* the result is */
};
/* At the beginning of a function; `follows` in the rest of it: say what it did. The stack is the same whether
 * it is followed or not, when libc's function is called: the arguments of its system calls are on it, and a
 * replay that follows nothing must find them at the same addresses. So the frame is made at once (and no call
 * is a jump: CMakeLists.txt). */
#define OMRT_MODEL(function)                                                                                 \
  __attribute__((cleanup(omrt_model_end))) struct omrt_model model;                                          \
  model.begun = false;                                                                                       \
  __asm__ volatile("" : : "r"(&model) : "memory");                                                           \
  const bool follows = omrt_sym_on;                                                                          \
  if (follows) omrt_model_begin(&model, (const void *)(function), site)
void omrt_model_begin(struct omrt_model *m, const void *self, uint32_t site);
void omrt_model_end(struct omrt_model *m); /* what the model did not look at is not followed */
uint32_t omrt_model_arg(const struct omrt_model *m, int arg); /* its expression, which is followed */
/* Something is not followed here: said once a place. */
void omrt_model_unknown(const struct omrt_model *m, const char *why);
void omrt_model_return(const struct omrt_model *m, uint32_t e, uint64_t value); /* if e says so, too */
/* That argument, of so many bits, is what it is from here on. */
void omrt_model_pin(const struct omrt_model *m, int arg, uint64_t value);

/* For models: the expression of a byte (a constant if it is concrete); of characters. */
uint32_t omrt_model_byte(const void *p);
uint32_t omrt_model_char(const struct omrt_model *m, int arg, int c); /* the argument as a byte */
uint32_t omrt_model_between(uint32_t x, uint8_t low, uint8_t high);
uint32_t omrt_model_space(uint32_t x);
void omrt_model_branch(const struct omrt_model *m, uint32_t c); /* it is what it is in this run */
/* The string goes on for n bytes and, if `ends`, has its zero there. */
void omrt_model_string(const struct omrt_model *m, const char *s, uint64_t n, bool ends);

/* ---- model_compare.c: how many of them, at most; `fold`: letters of either case are the same ---- */

enum omrt_compare { OMRT_COMPARE_MEMORY, OMRT_COMPARE_STRINGS, OMRT_COMPARE_FOLDED };
void omrt_model_compare(const struct omrt_model *m, const void *a, const void *b, uint64_t most,
                        enum omrt_compare how, int result);

/* As std::string does: all bytes that both have, then their numbers of bytes, which are concrete. */
void omrt_model_compare_sized(const struct omrt_model *m, const void *a, uint64_t na, const void *b,
                              uint64_t nb, int result);

/* ---- model_search.c: after the call ---- */

uint32_t omrt_model_matches(const char *s, const char *find, uint64_t n); /* one condition */

void omrt_model_find(const struct omrt_model *m, const void *s, uint64_t most, bool string, uint32_t c,
                     const void *found);
/* As strchr (`string`: all of it) and memchr do. */
void omrt_model_find_char(const struct omrt_model *m, const void *s, uint64_t n, bool string, uint32_t c,
                          const void *found);
void omrt_model_find_last(const struct omrt_model *m, const void *s, uint64_t n, uint32_t c,
                          const void *found);
void omrt_model_find_string(const struct omrt_model *m, const char *s, const char *find, const char *found);
/* The first n bytes of s are (`in`) or are not in the set, and the next is the other way round. */
void omrt_model_span(const struct omrt_model *m, const char *s, const char *set, uint64_t n, bool in);

/* ---- model_copy.c: before the bytes are copied ---- */

void omrt_model_copy(const struct omrt_model *m, void *to, const void *from, uint64_t n, int size_arg);
void omrt_model_fill(const struct omrt_model *m, void *to, int c, uint64_t n, int char_arg, int size_arg);
void omrt_model_copy_string(const struct omrt_model *m, void *to, const char *from, uint64_t most, bool pads);

/* ---- model_sort.c: instead of the call, in all runs of the symbolic variant: the comparison function must
 * find its stack where it was. NULL: not followed ---- */

typedef int omrt_comparison(const void *, const void *);
void omrt_model_sort(const struct omrt_model *m, void *base, uint64_t n, uint64_t size, omrt_comparison *by);
void *omrt_model_bsearch(const struct omrt_model *m, const void *key, const void *base, uint64_t n,
                         uint64_t size, omrt_comparison *by);

/* ---- model_number.c: after the call ---- */

struct omrt_number {
  int base;
  uint32_t bits; /* of the result */
  uint64_t most; /* characters, at most */
};
/* The value of the number at s, of which the conversion took n characters, with branches on all of them and
 * the next; 0: it is concrete. */
uint32_t omrt_model_number(const struct omrt_model *m, const char *s, uint64_t n, struct omrt_number how);
/* A function that converts the number at s, and stopped at `stop`, returned `value`. `end`: whoever wants to
 * know where it stopped; NULL: nobody does. */
void omrt_model_conversion(const struct omrt_model *m, const char *s, const char *stop, char **end,
                           struct omrt_number how, uint64_t value);
/* The decimal number at s, without any branch (model_decimal.c); 0: it is concrete, or too long for that. */
uint32_t omrt_model_decimal(const struct omrt_model *m, const char *s, uint32_t bits);
void omrt_model_lose(const struct omrt_model *m, const void *s, uint64_t n, const char *why);

/* ---- model_ctype.c ---- */

uint32_t omrt_model_is(const struct omrt_model *m, uint32_t c, int value, uint16_t mask);
uint32_t omrt_model_case(const struct omrt_model *m, uint32_t c, int value, const int32_t *table);

/* ---- model_read.c: bytes that a stream gives ---- */

struct omrt_reading *omrt_model_read_begin(void *file, uint64_t most); /* bytes, at most */
struct omrt_reading *omrt_model_read_begin_cxx(void *buffer);          /* a std::streambuf */
/* The call took n bytes of the stream, and they lie at `to` now; NULL: nowhere. Ends the reading. */
void omrt_model_read_end(struct omrt_reading *r, const void *to, uint64_t n);
uint32_t omrt_model_read_byte(struct omrt_reading *r, uint64_t at); /* 0: concrete */
/* How many bytes the call took, which is known to be between these two: some of them may be zeros. */
uint64_t omrt_model_read_taken(const struct omrt_reading *r, const void *file, uint64_t least, uint64_t most);
/* The n bytes at s were read as a line: where it ends is a branch a byte. */
void omrt_model_line(const struct omrt_model *m, const char *s, uint64_t n, char end);

/* ---- model_scan.c: after the call, which made n assignments ---- */

/* `end`: of a stream's text, in which zeros are characters; NULL: it is a string. */
void omrt_model_scan(const struct omrt_model *m, const char *text, const char *end, const char *format,
                     va_list ap, int n);
/* The same of a stream: what it took lies in a buffer with its expressions, until the reading ends. */
const char *omrt_model_read_text(struct omrt_reading *r, const void *file, const char **end);

/* ---- model_options.c: before the call ---- */

struct option;
void omrt_model_options(const struct omrt_model *m, int argc, char *const *argv, const char *letters,
                        const struct option *longs);

/* ---- model_digits.c ---- */

/* The digits of e as printf writes it by this letter, without its sign, the first first: how many; 0: more
 * than `most`. */
uint32_t omrt_model_digits(const struct omrt_model *m, uint32_t e, char letter, uint32_t *out, uint32_t most);

/* ---- model_print.c: after the call ---- */

/* What a format makes of its arguments, the first of which is number `first`; OMRT_PRINT_LISTED: they are
 * those of a va_list, whose memory has their expressions: expressions by byte. NULL: all of it is concrete.
 * `digits`: numbers are written as such, and not as something that nobody looks into. */
enum { OMRT_PRINT_LISTED = -1 };
struct omrt_printed;
struct omrt_printed *omrt_model_print(const struct omrt_model *m, const char *format, va_list ap, int first,
                                      int n, bool digits);
void omrt_model_printed_to(const struct omrt_printed *p, char *to, uint64_t most);
void omrt_model_printed_out(const struct omrt_printed *p, void *file, uint64_t place, int n);
void omrt_model_printed_free(struct omrt_printed *p);
/* n bytes at p (and a line's end, if `line`) went to the file. */
void omrt_model_put(void *file, uint64_t place, const void *p, uint64_t n, bool line);
void omrt_model_put_char(void *file, uint64_t place, uint32_t e);
#endif
