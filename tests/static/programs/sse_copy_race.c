// SCAN: race it
// Structs copied by vector instructions: pointers in the upper half.
#include "scan.h"
#include <emmintrin.h>
struct s {
  long n;
  int *p;
} a, b;
static void copy(void *d, const void *s) {
  _mm_storeu_si128((__m128i *)d, _mm_loadu_si128((const __m128i *)s));
}
static void *work(void *x) {
  ++*((struct s *)x)->p;
  return 0;
}
int main(void) {
  pthread_t t;
  int *it = calloc(4, 4);
  a.p = it;
  copy(&b, &a);
  pthread_create(&t, 0, work, &b);
  it[0] = 5;
  pthread_join(t, 0);
  return 0;
}
