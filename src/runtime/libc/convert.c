/* Numbers from strings, and sorting. */
#include "runtime/libc/libc.h"
#include <errno.h>
#include <stdlib.h>

OMEN_API int __omen_lib_atoi(uint32_t site, const char *s);
OMEN_API long __omen_lib_atol(uint32_t site, const char *s);
OMEN_API long __omen_lib_strtol(uint32_t site, const char *s, char **end, int base);
OMEN_API unsigned long __omen_lib_strtoul(uint32_t site, const char *s, char **end, int base);
OMEN_API double __omen_lib_strtod(uint32_t site, const char *s, char **end);
OMEN_API void __omen_lib_qsort(uint32_t site, void *base, size_t n, size_t size,
                               int (*cmp)(const void *, const void *));

/* Where a conversion stopped is where it looked last. */
#define CONVERSION(type, call)                                                                               \
  char *stop;                                                                                                \
  type value = call;                                                                                         \
  OMEN_READS(s, (size_t)(stop - s) + 1);

int __omen_lib_atoi(uint32_t site, const char *s) {
  CONVERSION(long, strtol(s, &stop, 10))
  return (int)value;
}

long __omen_lib_atol(uint32_t site, const char *s) {
  CONVERSION(long, strtol(s, &stop, 10))
  return value;
}

static void give_end(uint32_t site, char **end, char *stop) {
  if (!end) return;
  OMEN_WRITES(end, sizeof *end);
  *end = stop;
}

long __omen_lib_strtol(uint32_t site, const char *s, char **end, int base) {
  CONVERSION(long, strtol(s, &stop, base))
  give_end(site, end, stop);
  return value;
}

unsigned long __omen_lib_strtoul(uint32_t site, const char *s, char **end, int base) {
  CONVERSION(unsigned long, strtoul(s, &stop, base))
  give_end(site, end, stop);
  return value;
}

double __omen_lib_strtod(uint32_t site, const char *s, char **end) {
  CONVERSION(double, strtod(s, &stop))
  give_end(site, end, stop);
  return value;
}

/* The comparison function may synchronise: then the array is written in more than one segment. */
void __omen_lib_qsort(uint32_t site, void *base, size_t n, size_t size,
                      int (*cmp)(const void *, const void *)) {
  size_t bytes;
  if (__builtin_mul_overflow(n, size, &bytes)) bytes = 0;
  OMEN_READS(base, bytes);
  OMEN_WRITES(base, n > 1 ? bytes : 0);
  qsort(base, n, size, cmp);
  OMEN_WRITES(base, n > 1 ? bytes : 0);
}
