/* Library functions that only the symbolic variant calls through the runtime (abi_symbolic.h,
 * OMEN_SYMBOLIC_CALLS): each calls the function itself, and says what it did with expressions. */
#include "runtime/abi_symbolic.h"
#include "runtime/symbolic/symbolic.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#undef toupper
#undef tolower

#define CALL(type, name, params, args)                                                                       \
  OMEN_API type __omen_symlib_##name params;                                                                 \
  type __omen_symlib_##name params {                                                                         \
    (void)site;                                                                                              \
    return name args;                                                                                        \
  }
int _IO_getc(FILE *f);
#define P(...) (uint32_t site, __VA_ARGS__)
CALL(int, getc, P(FILE *f), (f))
CALL(int, fgetc, P(FILE *f), (f))
CALL(int, getchar, (uint32_t site), ())
CALL(int, ungetc, P(int c, FILE *f), (c, f))
CALL(ssize_t, getline, P(char **line, size_t *n, FILE *f), (line, n, f))
CALL(ssize_t, getdelim, P(char **line, size_t *n, int delim, FILE *f), (line, n, delim, f))
CALL(char *, getenv, P(const char *name), (name))
CALL(char *, secure_getenv, P(const char *name), (name))
CALL(long long, strtoll, P(const char *s, char **end, int base), (s, end, base))
CALL(unsigned long long, strtoull, P(const char *s, char **end, int base), (s, end, base))
CALL(long long, atoll, P(const char *s), (s))
CALL(int, toupper, P(int c), (c))
CALL(int, tolower, P(int c), (c))
CALL(int, isalpha, P(int c), (c))
CALL(int, isdigit, P(int c), (c))
CALL(int, isalnum, P(int c), (c))
CALL(int, isspace, P(int c), (c))
CALL(int, isupper, P(int c), (c))
CALL(int, islower, P(int c), (c))
CALL(int, isxdigit, P(int c), (c))
CALL(int, ispunct, P(int c), (c))
CALL(int, isprint, P(int c), (c))
CALL(char *, strchrnul, P(const char *s, int c), (s, c))
CALL(void *, memrchr, P(const void *s, int c, size_t n), (s, c, n))
CALL(void *, mempcpy, P(void *to, const void *from, size_t n), (to, from, n))
CALL(char *, stpncpy, P(char *to, const char *from, size_t n), (to, from, n))
CALL(char *, strtok, P(char *s, const char *delim), (s, delim))
CALL(char *, strtok_r, P(char *s, const char *delim, char **save), (s, delim, save))
CALL(char *, strsep, P(char **s, const char *delim), (s, delim))
CALL(int, putchar, P(int c), (c))
CALL(int, putc, P(int c, FILE *f), (c, f))
CALL(int, fputc, P(int c, FILE *f), (c, f))
CALL(int, abs, P(int v), (v))
CALL(long, labs, P(long v), (v))

OMEN_API int __omen_symlib__IO_getc(uint32_t site, FILE *f);
int __omen_symlib__IO_getc(uint32_t site, FILE *f) { return __omen_symlib_getc(site, f); }

OMEN_API int __omen_symlib_sscanf(uint32_t site, const char *s, const char *format, ...);
OMEN_API int __omen_symlib_scanf(uint32_t site, const char *format, ...);
OMEN_API int __omen_symlib_fscanf(uint32_t site, FILE *f, const char *format, ...);
#define SCAN(call)                                                                                           \
  va_list ap;                                                                                                \
  (void)site;                                                                                                \
  va_start(ap, format);                                                                                      \
  int n = call;                                                                                              \
  va_end(ap);                                                                                                \
  return n;
int __omen_symlib_sscanf(uint32_t site, const char *s, const char *format, ...) {
  SCAN(vsscanf(s, format, ap))
}
int __omen_symlib_scanf(uint32_t site, const char *format, ...) { SCAN(vscanf(format, ap)) }
int __omen_symlib_fscanf(uint32_t site, FILE *f, const char *format, ...) { SCAN(vfscanf(f, format, ap)) }
