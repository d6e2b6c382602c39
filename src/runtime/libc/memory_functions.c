/* mem* and their BSD cousins. */
#include "runtime/libc/libc.h"
#include "runtime/symbolic/model.h"
#include <string.h>
#include <strings.h>

OMEN_API void *__omen_lib_memcpy(uint32_t site, void *to, const void *from, size_t n);
OMEN_API void *__omen_lib_memmove(uint32_t site, void *to, const void *from, size_t n);
OMEN_API void *__omen_lib_memset(uint32_t site, void *to, int c, size_t n);
OMEN_API int __omen_lib_memcmp(uint32_t site, const void *a, const void *b, size_t n);
OMEN_API void *__omen_lib_memchr(uint32_t site, const void *p, int c, size_t n);
OMEN_API int __omen_lib_bcmp(uint32_t site, const void *a, const void *b, size_t n);
OMEN_API int __omen_lib_few(uint32_t site, const void *a, const void *b, size_t n);
OMEN_API /* bcmp of a few bytes, in the symbolic variant: the code has checked them itself. Byte by byte,
          * because they were mostly written so a moment ago, and a wider load would wait for that; and most
          * differ at once. */
    int
    __omen_lib_few(uint32_t site, const void *a, const void *b, size_t n) {
  OMRT_MODEL(__omen_lib_few);
  const uint8_t *x = a, *y = b;
  int result = 0;
  for (size_t i = 0; i < n && !result; i++) result = x[i] - y[i];
  if (follows) omrt_model_compare(&model, a, b, n, OMRT_COMPARE_MEMORY, result);
  return result;
}

OMEN_API void __omen_lib_bzero(uint32_t site, void *p, size_t n);

void *__omen_lib_memcpy(uint32_t site, void *to, const void *from, size_t n) {
  OMRT_MODEL(__omen_lib_memcpy);
  OMRT_READS(from, n);
  OMRT_WRITES_TOO(to, n);
  if (follows) omrt_model_copy(&model, to, from, n, 3);
  return memcpy(to, from, n);
}

void *__omen_lib_memmove(uint32_t site, void *to, const void *from, size_t n) {
  OMRT_MODEL(__omen_lib_memmove);
  OMRT_READS(from, n);
  OMRT_WRITES_TOO(to, n);
  if (follows) omrt_model_copy(&model, to, from, n, 3);
  return memmove(to, from, n);
}

void *__omen_lib_memset(uint32_t site, void *to, int c, size_t n) {
  OMRT_MODEL(__omen_lib_memset);
  OMRT_WRITES(to, n);
  memset(to, c, n);
  if (follows) omrt_model_fill(&model, to, c, n, 2, 3);
  return to;
}

/* memcmp may read all n bytes whatever they are (C17 7.24.4.1 gives no leave to stop). */
int __omen_lib_memcmp(uint32_t site, const void *a, const void *b, size_t n) {
  OMRT_MODEL(__omen_lib_memcmp);
  OMRT_READS(a, n);
  OMRT_READS_TOO(b, n);
  int result = memcmp(a, b, n);
  if (follows) {
    omrt_model_pin(&model, 3, n);
    omrt_model_compare(&model, a, b, n, OMRT_COMPARE_MEMORY, result);
  }
  return result;
}

/* memchr behaves as if it read in order and stopped at the byte (C17 7.24.5.1). */
void *__omen_lib_memchr(uint32_t site, const void *p, int c, size_t n) {
  OMRT_MODEL(__omen_lib_memchr);
  void *found = memchr(p, c, n);
  OMRT_READS(p, found ? (size_t)((char *)found - (const char *)p) + 1 : n);
  OMRT_LOOK_AGAIN(found = memchr(p, c, n));
  if (follows) {
    omrt_model_pin(&model, 3, n);
    omrt_model_find_char(&model, p, n, false, omrt_model_char(&model, 2, c), found);
  }
  return found;
}

int __omen_lib_bcmp(uint32_t site, const void *a, const void *b, size_t n) {
  OMRT_MODEL(__omen_lib_bcmp);
  OMRT_READS(a, n);
  OMRT_READS_TOO(b, n);
  int result = memcmp(a, b, n);
  if (follows) {
    omrt_model_pin(&model, 3, n);
    omrt_model_compare(&model, a, b, n, OMRT_COMPARE_MEMORY, result);
  }
  return result;
}

void __omen_lib_bzero(uint32_t site, void *p, size_t n) {
  OMRT_MODEL(__omen_lib_bzero);
  OMRT_WRITES(p, n);
  memset(p, 0, n);
  if (follows) omrt_model_fill(&model, p, 0, n, 0, 2);
}
