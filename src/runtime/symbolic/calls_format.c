/* The vprintf family, for the symbolic variant: the numbers and pointers of a va_list have their expressions
 * where va_arg would find them (tail.c). See calls.c. */
#include "runtime/abi_symbolic.h"
#include "runtime/symbolic/model.h"
#include "runtime/symbolic/output.h"
#include <stdarg.h>
#include <stdio.h>

#define FUNCTION(name, ...)                                                                                  \
  OMEN_API int __omen_symlib_##name(uint32_t site, __VA_ARGS__, const char *format, va_list ap);             \
  int __omen_symlib_##name(uint32_t site, __VA_ARGS__, const char *format, va_list ap)
OMEN_API int __omen_symlib_vprintf(uint32_t site, const char *format, va_list ap);

/* The call, and then what it printed. */
#define PRINTS(self, digits, call)                                                                           \
  OMRT_MODEL(self);                                                                                          \
  va_list again;                                                                                             \
  va_copy(again, ap);                                                                                        \
  int n = call;                                                                                              \
  struct omrt_printed *p =                                                                                   \
      follows ? omrt_model_print(&model, format, again, OMRT_PRINT_LISTED, n, digits) : NULL;                \
  va_end(again);

int __omen_symlib_vprintf(uint32_t site, const char *format, va_list ap) {
  uint64_t place = omrt_sym_on ? omrt_output_place(stdout) : 0;
  PRINTS(__omen_symlib_vprintf, false, vprintf(format, ap))
  if (follows) omrt_model_printed_out(p, stdout, place, n);
  omrt_model_printed_free(p);
  return n;
}

FUNCTION(vfprintf, FILE *f) {
  uint64_t place = omrt_sym_on ? omrt_output_place(f) : 0;
  PRINTS(__omen_symlib_vfprintf, false, vfprintf(f, format, ap))
  if (follows) omrt_model_printed_out(p, f, place, n);
  omrt_model_printed_free(p);
  return n;
}

FUNCTION(vsprintf, char *to) {
  PRINTS(__omen_symlib_vsprintf, true, vsprintf(to, format, ap))
  if (follows && n >= 0) omrt_sym_overwritten(to, (uint64_t)n + 1);
  if (follows) omrt_model_printed_to(p, to, SIZE_MAX);
  omrt_model_printed_free(p);
  return n;
}

FUNCTION(vsnprintf, char *to, size_t size) {
  PRINTS(__omen_symlib_vsnprintf, true, vsnprintf(to, size, format, ap))
  if (follows && n >= 0 && size) omrt_sym_overwritten(to, (size_t)n < size ? (size_t)n + 1 : size);
  if (follows && size) omrt_model_printed_to(p, to, size - 1);
  omrt_model_printed_free(p);
  return n;
}
