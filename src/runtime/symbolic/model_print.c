/* What printf and its family make of their arguments, byte by byte: the bytes of strings are copied; numbers
 * are functions of their bits that nobody looks into (FORMATTED), or digits (model_digits.c): in memory,
 * where the program may look at them, and go on behind them. */
#include "runtime/rt.h"
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/model.h"
#include "runtime/symbolic/output.h"
#include "runtime/symbolic/store.h"
#include "runtime/symbolic/trace.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { SPEC = 64, TEXT = 512, DIGITS = 24 };

struct omrt_printed {
  uint64_t n, cap, at; /* bytes; those that are described */
  uint32_t byte[];
};

/* One conversion. */
struct spec {
  char text[SPEC]; /* as it stands, with widths in digits */
  uint32_t len;
  int width, precision; /* -1: none */
  int longs;            /* -2 hh, -1 h, 1 l, 2 ll and their like */
  bool long_double, left;
  char letter;
};

struct arguments {
  const struct omrt_model *m;
  va_list ap;
  int next; /* number of the argument; LISTED: they are where va_arg finds them */
  bool digits;
};

static void add_text(struct spec *s, const char *text, size_t n) {
  if (s->len + n >= SPEC) return;
  memcpy(s->text + s->len, text, n);
  s->len += (uint32_t)n;
  s->text[s->len] = 0;
}

/* Before va_arg. `real`: a floating-point number; `size`: bytes. */
static uint32_t take(struct arguments *a, bool real, uint64_t size) {
  if (a->next == OMRT_PRINT_LISTED) return omrt_shade_get(omrt_sym_va_next(&a->ap, real), size);
  int i = a->next++;
  return i < (int)OMEN_SYM_ARGS ? omrt_model_arg(a->m, i) : 0;
}

/* A number or *, which becomes one. */
static const char *number(const char *p, struct arguments *a, struct spec *s, int *value) {
  char digits[16];
  *value = 0;
  if (*p == '*') {
    uint32_t e = take(a, false, sizeof(int));
    *value = va_arg(a->ap, int);
    if (e) omrt_trace_pin(e, a->m->site, "a width was made concrete");
    p++;
  } else
    for (; *p >= '0' && *p <= '9'; p++)
      if (*value < 1 << 24) *value = *value * 10 + (*p - '0');
  if (*value || s->text[s->len - 1] == '.') add_text(s, digits, (size_t)omrt_fmt(digits, 16, "%d", *value));
  return p;
}

/* Behind the %: returns the place behind its letter, or NULL. */
static const char *parse(const char *p, struct arguments *a, struct spec *s) {
  *s = (struct spec){.precision = -1};
  add_text(s, "%", 1);
  for (; *p && strchr("-+ #0'I", *p); p++) add_text(s, p, 1);
  s->left = strchr(s->text, '-') != NULL;
  p = number(p, a, s, &s->width);
  if (*p == '$') return NULL;
  if (s->width < 0) {
    s->width = -s->width;
    s->left = true;
  }
  if (*p == '.') {
    add_text(s, ".", 1);
    p = number(p + 1, a, s, &s->precision);
  }
  for (; *p && strchr("hlqjzZtL", *p); p++) {
    add_text(s, p, 1);
    s->longs += *p == 'h' ? -1 : *p == 'l' ? 1 : *p == 'L' ? 0 : 2;
    s->long_double |= *p == 'L';
  }
  if (!*p || s->len + 2 >= SPEC) return NULL;
  add_text(s, p, 1);
  s->letter = *p;
  return p + 1;
}

static void put(struct omrt_printed *out, uint64_t n, uint32_t e) {
  for (; n; n--, out->at++)
    if (out->at < out->n) out->byte[out->at] = e;
}

static void put_string(struct omrt_printed *out, struct arguments *a, const struct spec *s) {
  uint32_t e = take(a, false, sizeof(char *));
  const char *text = va_arg(a->ap, const char *);
  if (e) omrt_trace_pin(e, a->m->site, "an address was made concrete: a string to print");
  if (!text) text = s->precision < 0 || s->precision >= 6 ? "(null)" : "";
  uint64_t n = s->precision < 0 ? strlen(text) : strnlen(text, (size_t)s->precision);
  uint64_t pad = (uint64_t)s->width > n ? (uint64_t)s->width - n : 0;
  omrt_model_string(a->m, text, n, s->precision < 0 || n < (uint64_t)s->precision);
  if (!s->left) put(out, pad, 0);
  for (uint64_t i = 0; i < n; i++) put(out, 1, omrt_shade_byte(text + i));
  if (s->left) put(out, pad, 0);
}

static uint32_t formatted(uint32_t e, uint32_t format, uint32_t i, char value) {
  struct omen_sym_node n = {OMEN_SYM_FORMATTED, 8, e, 0, 0, (uint64_t)format << 32 | i};
  return omrt_expr_intern(n, (uint8_t)value);
}

/* The argument as the conversion sees it: hh and h look at the lowest bits only. */
static uint32_t seen(uint32_t e, uint64_t v, const struct spec *s) {
  if (!e || omrt_expr_width(e) > 64 || omrt_expr_value(e) != (v & omrt_bits_mask(omrt_expr_width(e))))
    return 0;
  uint32_t bits = s->longs >= 1 ? 64 : s->longs == 0 ? 32 : s->longs == -1 ? 16 : 8;
  return bits < omrt_expr_width(e) ? omrt_expr_extract(e, 0, bits) : e;
}

static bool is_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* The digits are the last ones of the text; what stands before them (blanks, zeros, a sign) does not change
 * while their number does not. False: something else is written. */
static bool put_digits(struct omrt_printed *out, struct arguments *a, const struct spec *s, uint32_t e,
                       const char *text, int n) {
  uint32_t digits[DIGITS];
  int end = n;
  if (s->precision >= 0 || strchr(s->text, '\'') || strchr("bB", s->letter)) return false;
  while (end > 0 && text[end - 1] == ' ') end--;
  uint32_t k = omrt_model_digits(a->m, e, s->letter, digits, DIGITS);
  if (!k || (int)k > end || !is_digit(text[end - 1])) return false;
  for (int i = 0; i < n; i++) {
    bool in = i >= end - (int)k && i < end;
    uint32_t d = in ? digits[i - (end - (int)k)] : 0;
    if (d && omrt_expr_value(d) != (uint8_t)text[i]) d = 0;
    put(out, 1, omrt_expr_depends(d) ? d : 0);
  }
  return true;
}

static void put_number(struct omrt_printed *out, struct arguments *a, const struct spec *s) {
  char text[TEXT];
  uint32_t given = take(a, false, s->longs > 0 ? sizeof(long) : sizeof(int));
  uint64_t v = s->longs > 0 ? (uint64_t)va_arg(a->ap, long) : (uint64_t)(int64_t)va_arg(a->ap, int);
  uint32_t e = seen(given, v, s);
  int n = s->longs > 0 ? snprintf(text, TEXT, s->text, (long)v) : snprintf(text, TEXT, s->text, (int)v);
  bool depends = omrt_expr_depends(e);
  if (depends && a->digits && n > 0 && n < TEXT && put_digits(out, a, s, e, text, n)) return;
  uint32_t format = depends ? omrt_trace_string(s->text) : 0;
  for (int i = 0; i < n; i++)
    put(out, 1, format && i < TEXT - 1 ? formatted(e, format, (uint32_t)i, text[i]) : 0);
}

static void put_char(struct omrt_printed *out, struct arguments *a, const struct spec *s) {
  uint32_t e = take(a, false, sizeof(int));
  int c = va_arg(a->ap, int);
  uint64_t pad = s->width > 1 ? (uint64_t)s->width - 1 : 0;
  e = e ? omrt_expr_extract(e, 0, 8) : 0;
  if (e && omrt_expr_value(e) != (uint8_t)c) e = 0;
  if (!s->left) put(out, pad, 0);
  put(out, 1, omrt_expr_depends(e) ? e : 0);
  if (s->left) put(out, pad, 0);
}

/* What is never followed; its length alone counts. */
static void put_other(struct omrt_printed *out, struct arguments *a, const struct spec *s) {
  char text[TEXT];
  uint32_t e = 0;
  int n = 0;
  if (s->letter == 'm') {
    omrt_model_lose(a->m, &errno, sizeof errno, "is printed as the name of an error");
    n = snprintf(text, TEXT, s->text, 0);
  } else {
    bool skips = s->long_double && a->next == OMRT_PRINT_LISTED; /* it is on the stack */
    e = skips ? 0 : take(a, s->letter != 'p', 8);
    if (s->letter == 'p')
      n = snprintf(text, TEXT, s->text, va_arg(a->ap, void *));
    else if (s->long_double)
      n = snprintf(text, TEXT, s->text, va_arg(a->ap, long double));
    else
      n = snprintf(text, TEXT, s->text, va_arg(a->ap, double));
  }
  if (e) omrt_trace_lost(e, a->m->site, "is printed in a way that is not followed");
  put(out, n > 0 ? (uint64_t)n : 0, 0);
}

/* False: what comes behind it cannot be understood. */
static bool convert(struct omrt_printed *out, struct arguments *a, const struct spec *s) {
  if (s->letter == '%') {
    put(out, 1, 0);
  } else if (s->letter == 's' && s->longs <= 0) {
    put_string(out, a, s);
  } else if (s->letter == 'c' && s->longs <= 0) {
    put_char(out, a, s);
  } else if (strchr("diouxXbB", s->letter)) {
    put_number(out, a, s);
  } else if (strchr("eEfFgGaApm", s->letter)) {
    put_other(out, a, s);
  } else if (s->letter == 'n') {
    take(a, false, sizeof(void *));
    for (uint64_t i = 0; !a->digits && i < out->at && i < out->n; i++)
      if (out->byte[i]) omrt_model_unknown(a->m, "the number of characters that were printed");
    void *to = va_arg(a->ap, void *);
    omrt_shade_clear(to, s->longs >= 1 ? 8 : s->longs == 0 ? 4 : s->longs == -1 ? 2 : 1);
  } else {
    return false;
  }
  return true;
}

static bool describe(struct omrt_printed *out, struct arguments *a, const char *format) {
  struct spec s;
  for (const char *p = format; *p;) {
    if (*p != '%') {
      put(out, 1, 0);
      p++;
      continue;
    }
    p = parse(p + 1, a, &s);
    if (!p || !convert(out, a, &s)) return false;
  }
  return out->at == out->n;
}

struct omrt_printed *omrt_model_print(const struct omrt_model *m, const char *format, va_list ap, int first,
                                      int n, bool digits) {
  omrt_model_lose(m, format, strlen(format) + 1, "is a format");
  if (n <= 0) return NULL;
  struct omrt_printed *out = omrt_alloc(sizeof *out + (uint64_t)n * sizeof *out->byte);
  struct arguments a = {.m = m, .next = first, .digits = digits};
  out->n = out->cap = (uint64_t)n;
  va_copy(a.ap, ap);
  bool good = describe(out, &a, format), any = false;
  va_end(a.ap);
  for (uint64_t i = 0; i < out->n; i++) any |= out->byte[i] != 0;
  if (good && any) return out;
  for (int i = first; !good && first != OMRT_PRINT_LISTED && i < (int)OMEN_SYM_ARGS; i++)
    omrt_trace_lost(omrt_model_arg(m, i), m->site, "is printed by a format that is not understood");
  if (!good) omrt_model_unknown(m, "a format that is not understood");
  omrt_model_printed_free(out);
  return NULL;
}

void omrt_model_printed_free(struct omrt_printed *p) {
  if (p) omrt_free(p, sizeof *p + p->cap * sizeof *p->byte);
}

void omrt_model_printed_to(const struct omrt_printed *p, char *to, uint64_t most) {
  for (uint64_t i = 0; p && i < p->n && i < most; i++)
    if (p->byte[i]) omrt_shade_put(to + i, 1, p->byte[i]);
}

/* ---- to files ---- */

static uint32_t of_printed(void *arg, uint64_t i) {
  const struct omrt_printed *p = arg;
  return p && i < p->n ? p->byte[i] : 0;
}
void omrt_model_printed_out(const struct omrt_printed *p, void *file, uint64_t place, int n) {
  if (n > 0) omrt_output_made(file, place, (uint64_t)n, of_printed, (void *)p);
}

struct source {
  const char *p;
  uint64_t n;
};
static uint32_t of_memory(void *arg, uint64_t i) {
  const struct source *s = arg;
  return i < s->n ? omrt_shade_byte(s->p + i) : 0;
}
void omrt_model_put(void *file, uint64_t place, const void *p, uint64_t n, bool line) {
  omrt_output_made(file, place, n + line, of_memory, &(struct source){p, n});
}

static uint32_t the_same(void *arg, uint64_t i) {
  (void)i;
  return *(const uint32_t *)arg;
}
void omrt_model_put_char(void *file, uint64_t place, uint32_t e) {
  omrt_output_made(file, place, 1, the_same, &e);
}
