/* mem* and their BSD cousins. */
#include "runtime/libc/libc.h"
#include <string.h>
#include <strings.h>

OMEN_API void *__omen_lib_memcpy(uint32_t site, void *to, const void *from, size_t n);
OMEN_API void *__omen_lib_memmove(uint32_t site, void *to, const void *from, size_t n);
OMEN_API void *__omen_lib_memset(uint32_t site, void *to, int c, size_t n);
OMEN_API int __omen_lib_memcmp(uint32_t site, const void *a, const void *b, size_t n);
OMEN_API void *__omen_lib_memchr(uint32_t site, const void *p, int c, size_t n);
OMEN_API int __omen_lib_bcmp(uint32_t site, const void *a, const void *b, size_t n);
OMEN_API void __omen_lib_bzero(uint32_t site, void *p, size_t n);

void *__omen_lib_memcpy(uint32_t site, void *to, const void *from, size_t n) {
  OMEN_READS(from, n);
  OMEN_WRITES(to, n);
  return memcpy(to, from, n);
}

void *__omen_lib_memmove(uint32_t site, void *to, const void *from, size_t n) {
  OMEN_READS(from, n);
  OMEN_WRITES(to, n);
  return memmove(to, from, n);
}

void *__omen_lib_memset(uint32_t site, void *to, int c, size_t n) {
  OMEN_WRITES(to, n);
  return memset(to, c, n);
}

/* memcmp may read all n bytes whatever they are (C17 7.24.4.1 gives no leave to stop). */
int __omen_lib_memcmp(uint32_t site, const void *a, const void *b, size_t n) {
  OMEN_READS(a, n);
  OMEN_READS(b, n);
  return memcmp(a, b, n);
}

/* memchr behaves as if it read in order and stopped at the byte (C17 7.24.5.1). */
void *__omen_lib_memchr(uint32_t site, const void *p, int c, size_t n) {
  void *found = memchr(p, c, n);
  OMEN_READS(p, found ? (size_t)((char *)found - (const char *)p) + 1 : n);
  return found;
}

int __omen_lib_bcmp(uint32_t site, const void *a, const void *b, size_t n) {
  OMEN_READS(a, n);
  OMEN_READS(b, n);
  return memcmp(a, b, n);
}

void __omen_lib_bzero(uint32_t site, void *p, size_t n) {
  OMEN_WRITES(p, n);
  memset(p, 0, n);
}
