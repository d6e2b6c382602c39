/* printf and its family: the format, and what its %s and %n arguments point to. */
#include "runtime/libc/library_effects.h"
#include "runtime/symbolic/model.h"
#include "runtime/symbolic/output.h"
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

OMEN_API int __omen_lib_sprintf(uint32_t site, char *to, const char *format, ...);
OMEN_API int __omen_lib_snprintf(uint32_t site, char *to, size_t n, const char *format, ...);
OMEN_API int __omen_lib_printf(uint32_t site, const char *format, ...);
OMEN_API int __omen_lib_fprintf(uint32_t site, FILE *f, const char *format, ...);

/* One conversion of a format, as far as taking its argument needs. */
struct conversion {
  int precision; /* -1: none */
  int longs;     /* -2 hh, -1 h, 1 l, 2 ll, j, z or t */
  bool long_double;
  char letter;
};

bool omrt_operand(struct omrt_operands *o, char type, uint64_t *value) {
  *value = 0;
  if (!o->list) {
    if (o->at == o->end) return false;
    *value = *o->at++;
    return true;
  }
  switch (type) {
  case 'i': *value = (uint64_t)va_arg(*o->list, int); break;
  case 'l': *value = va_arg(*o->list, uint64_t); break;
  case 'd': (void)va_arg(*o->list, double); break;
  default: (void)va_arg(*o->list, long double);
  }
  return true;
}

/* A number or '*' at p. False: something not understood (positional arguments). */
static bool number(const char **p, struct omrt_operands *o, int *value) {
  uint64_t n;
  if (**p == '*') {
    (*p)++;
    if (!omrt_operand(o, 'i', &n)) return false;
    *value = (int)n;
    return !(**p >= '0' && **p <= '9');
  }
  for (*value = 0; **p >= '0' && **p <= '9'; (*p)++)
    if (*value < 1 << 24) *value = *value * 10 + (**p - '0');
  return **p != '$';
}

static const char *length(const char *p, struct conversion *c) {
  for (;; p++) switch (*p) {
    case 'h': c->longs--; break;
    case 'l': c->longs++; break;
    case 'q': /* fall through */
    case 'j':
    case 'z':
    case 'Z':
    case 't': c->longs = 2; break;
    case 'L': c->long_double = true; break;
    default: return p;
    }
}

/* Behind the %: reads one conversion, returns the position after its letter, or NULL. */
static const char *parse(const char *p, struct omrt_operands *o, struct conversion *c) {
  int width;
  *c = (struct conversion){.precision = -1};
  while (*p && strchr("-+ #0'I", *p)) p++;
  if (!number(&p, o, &width)) return NULL;
  if (*p == '.') {
    p++;
    if (!number(&p, o, &c->precision)) return NULL;
  }
  p = length(p, c);
  c->letter = *p;
  return *p ? p + 1 : NULL;
}

static void string_read(uint32_t site, const char *s, int precision, const void *frame) {
  if (!s) return;
  size_t n = precision < 0 ? strlen(s) : strnlen(s, (size_t)precision);
  if (precision < 0 || n < (size_t)precision) n++; /* the end was looked at too */
  omrt_access((uint64_t)s, n, OMRT_R, site, frame);
}

static void count_written(uint32_t site, const struct conversion *c, const void *p, const void *frame) {
  size_t size = c->longs >= 1 ? 8 : c->longs == 0 ? 4 : c->longs == -1 ? 2 : 1;
  omrt_access((uint64_t)p, size, OMRT_W, site, frame);
}

/* The type of a conversion's argument (omrt_operand); 0: it has none; '?': unknown, and nothing after it can
 * be understood. */
static char type_of(const struct conversion *c) {
  if (!strchr("sndiouxXbBcCeEfFgGaApSm%", c->letter)) return '?';
  if (strchr("m%", c->letter)) return 0;
  if (strchr("snpS", c->letter)) return 'l';
  if (strchr("eEfFgGaA", c->letter)) return c->long_double ? 'x' : 'd';
  return c->longs > 0 ? 'l' : 'i';
}

static bool argument(uint32_t site, const struct conversion *c, struct omrt_operands *o, const void *frame) {
  uint64_t value;
  char type = type_of(c);
  if (!type) return true;
  if (type == '?' || !omrt_operand(o, type, &value)) return false;
  if (c->letter == 's' && c->longs <= 0) /* wide ones: not checked */
    string_read(site, (const char *)value, c->precision, frame);
  if (c->letter == 'n') count_written(site, c, (const void *)value, frame);
  return true;
}

void omrt_format_printed(uint32_t site, const char *format, struct omrt_operands o, const void *frame) {
  struct conversion c;
  omrt_access((uint64_t)format, strlen(format) + 1, OMRT_R, site, frame);
  for (const char *p = format; p && (p = strchr(p, '%'));) {
    p = parse(p + 1, &o, &c);
    if (p && !argument(site, &c, &o, frame)) break;
  }
}

static void arguments(uint32_t site, const char *format, va_list args, const void *frame) {
  va_list ap;
  va_copy(ap, args);
  omrt_format_printed(site | OMEN_SITE_INSIDE, format, (struct omrt_operands){&ap, NULL, NULL}, frame);
  va_end(ap);
}

/* `first`: the number of the first argument behind the format; `digits`: omrt_model_print. */
#define FORMATTED(self, first, digits, call)                                                                 \
  OMRT_MODEL(self);                                                                                          \
  va_list ap;                                                                                                \
  va_start(ap, format);                                                                                      \
  arguments(site, format, ap, __builtin_frame_address(0));                                                   \
  va_list again;                                                                                             \
  va_copy(again, ap);                                                                                        \
  int n = call;                                                                                              \
  struct omrt_printed *printed = follows ? omrt_model_print(&model, format, again, first, n, digits) : NULL; \
  if (printed && !(digits) && model.wanted)                                                                  \
    omrt_model_unknown(&model, "the number of characters that were printed");                                \
  va_end(again);                                                                                             \
  va_end(ap);

static void to_memory(struct omrt_printed *p, char *to, int n, size_t size) {
  if (n >= 0 && size) omrt_sym_overwritten(to, (size_t)n < size ? (size_t)n + 1 : size);
  if (size) omrt_model_printed_to(p, to, size - 1);
  omrt_model_printed_free(p);
}

static void to_file(struct omrt_printed *p, FILE *f, uint64_t place, int n) {
  omrt_model_printed_out(p, f, place, n);
  omrt_model_printed_free(p);
}

int __omen_lib_sprintf(uint32_t site, char *to, const char *format, ...) {
  OMRT_CALL_BEGINS();
  FORMATTED(__omen_lib_sprintf, 3, true, vsprintf(to, format, ap))
  if (n >= 0) OMRT_WRITES(to, (size_t)n + 1);
  if (follows) to_memory(printed, to, n, SIZE_MAX);
  return n;
}

int __omen_lib_snprintf(uint32_t site, char *to, size_t size, const char *format, ...) {
  OMRT_CALL_BEGINS();
  FORMATTED(__omen_lib_snprintf, 4, true, vsnprintf(to, size, format, ap))
  if (n >= 0 && size) OMRT_WRITES(to, (size_t)n < size ? (size_t)n + 1 : size);
  if (follows) to_memory(printed, to, n, size);
  return n;
}

int __omen_lib_printf(uint32_t site, const char *format, ...) {
  uint64_t since = omrt_stream_place(stdout), place = omrt_sym_on ? omrt_output_place(stdout) : 0;
  FORMATTED(__omen_lib_printf, 2, false, vprintf(format, ap))
  omrt_stream_put(stdout, since, __builtin_frame_address(0));
  if (follows) to_file(printed, stdout, place, n);
  return n;
}

int __omen_lib_fprintf(uint32_t site, FILE *f, const char *format, ...) {
  uint64_t since = omrt_stream_place(f), place = omrt_sym_on ? omrt_output_place(f) : 0;
  FORMATTED(__omen_lib_fprintf, 3, false, vfprintf(f, format, ap))
  omrt_stream_put(f, since, __builtin_frame_address(0));
  if (follows) to_file(printed, f, place, n);
  return n;
}
