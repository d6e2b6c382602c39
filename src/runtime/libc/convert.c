/* Numbers from strings, and sorting. */
#include "runtime/libc/libc.h"
#include "runtime/symbolic/model.h"
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
#define CONVERSION(self, type, call)                                                                         \
  OMRT_MODEL(self);                                                                                          \
  char *stop;                                                                                                \
  type value = call;                                                                                         \
  OMRT_READS(s, (size_t)(stop - s) + 1);                                                                     \
  OMRT_LOOK_AGAIN(value = call);
/* The result as an expression of the digits. */
#define NUMBER(bits, base, end)                                                                              \
  if (follows)                                                                                               \
  omrt_model_conversion(&model, s, stop, end, (struct omrt_number){base, bits, SIZE_MAX}, (uint64_t)value)

int __omen_lib_atoi(uint32_t site, const char *s) {
  CONVERSION(__omen_lib_atoi, long, strtol(s, &stop, 10))
  NUMBER(32, 10, NULL);
  return (int)value;
}

long __omen_lib_atol(uint32_t site, const char *s) {
  CONVERSION(__omen_lib_atol, long, strtol(s, &stop, 10))
  NUMBER(64, 10, NULL);
  return value;
}

static void give_end(uint32_t site, char **end, char *stop) {
  if (!end) return;
  OMRT_WRITES(end, sizeof *end);
  *end = stop;
  omrt_sym_overwritten(end, sizeof *end);
}

long __omen_lib_strtol(uint32_t site, const char *s, char **end, int base) {
  CONVERSION(__omen_lib_strtol, long, strtol(s, &stop, base))
  give_end(site, end, stop);
  NUMBER(64, base, end);
  return value;
}

unsigned long __omen_lib_strtoul(uint32_t site, const char *s, char **end, int base) {
  CONVERSION(__omen_lib_strtoul, unsigned long, strtoul(s, &stop, base))
  give_end(site, end, stop);
  NUMBER(64, base, end);
  return value;
}

double __omen_lib_strtod(uint32_t site, const char *s, char **end) {
  CONVERSION(__omen_lib_strtod, double, strtod(s, &stop))
  give_end(site, end, stop);
  if (follows) omrt_model_lose(&model, s, (uint64_t)(stop - s) + 1, "becomes a floating-point number");
  return value;
}

/* The comparison function may synchronise: then the array is written in more than one segment. */
void __omen_lib_qsort(uint32_t site, void *base, size_t n, size_t size,
                      int (*cmp)(const void *, const void *)) {
  OMRT_MODEL(__omen_lib_qsort);
  size_t bytes;
  if (__builtin_mul_overflow(n, size, &bytes)) bytes = 0;
  OMRT_READS(base, bytes);
  OMRT_WRITES(base, n > 1 ? bytes : 0);
  if (follows) {
    omrt_model_pin(&model, 2, n);
    omrt_model_pin(&model, 3, size);
  }
  if (omrt_sym_variant)
    omrt_model_sort(follows ? &model : NULL, base, n, size, cmp);
  else
    qsort(base, n, size, cmp);
  OMRT_WRITES(base, n > 1 ? bytes : 0);
}
