/* Loops that become vectors: sums, products, minima, comparisons, conversions, masks, copies, shuffles. */
#include "stub.h"
#include <stdint.h>
#include <string.h>
#define OBS(x) observe((long)(x))
#define FAR __attribute__((noinline))
typedef int v4 __attribute__((vector_size(16)));
typedef unsigned char v16 __attribute__((vector_size(16)));

FAR long sum(const int *a, int n) {
  long s = 0;
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}
FAR int sum8(const signed char *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}
FAR unsigned mix(const unsigned *a, const unsigned *b, int n) {
  unsigned s = 1;
  for (int i = 0; i < n; i++) s ^= a[i] * 3 + (b[i] >> 2);
  return s;
}
FAR int least(const int *a, int n) {
  int m = a[0];
  for (int i = 1; i < n; i++) m = a[i] < m ? a[i] : m;
  return m;
}
FAR unsigned short most(const unsigned short *a, int n) {
  unsigned short m = 0;
  for (int i = 0; i < n; i++) m = a[i] > m ? a[i] : m;
  return m;
}
FAR int count(const unsigned char *a, int n, unsigned char c) {
  int k = 0;
  for (int i = 0; i < n; i++) k += a[i] == c;
  return k;
}
FAR void convert(short *to, const unsigned char *from, int n) {
  for (int i = 0; i < n; i++) to[i] = (short)(from[i] * 7 - 300);
}
FAR void choose(int *to, const int *a, const int *b, int n) {
  for (int i = 0; i < n; i++) to[i] = a[i] > b[i] ? a[i] - b[i] : b[i];
}
FAR void saturate(unsigned char *to, const unsigned char *a, int n) {
  for (int i = 0; i < n; i++) to[i] = a[i] > 200 - 100 ? a[i] - 100 : 0;
}
FAR void reverse(int *a, int n) {
  for (int i = 0; i < n / 2; i++) {
    int t = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = t;
  }
}
FAR int equal(const unsigned char *a, const unsigned char *b, int n) {
  int same = 1;
  for (int i = 0; i < n; i++) same &= a[i] == b[i];
  return same;
}

int main(void) {
  int a[32], b[32], c[32];
  unsigned char u[64], w[64];
  short h[32];
  input(a, sizeof a), input(b, sizeof b), input(u, sizeof u);
  OBS(sum(a, 32)), OBS(sum8((signed char *)u, 37)), OBS(mix((unsigned *)a, (unsigned *)b, 32));
  OBS(least(a, 32)), OBS(most((unsigned short *)u, 32)), OBS(count(u, 64, 'c'));
  convert(h, u, 32);
  choose(c, a, b, 31);
  saturate(w, u, 64);
  for (int i = 0; i < 5; i++) OBS(h[i * 3]), OBS(c[i * 5]), OBS(w[i * 7]);
  reverse(a, 32);
  OBS(a[0] - a[30]);
  memcpy(w, u, 64);
  OBS(equal(w, u, 33));
  v4 x = {a[0], a[1], 7, b[2]}, y;
  memcpy(&y, u + 5, 16);
  v4 z = x * y + (x > y), t = __builtin_shufflevector(z, y, 3, 5, 0, 2);
  t[u[0] & 3] = b[9];
  OBS(t[0]), OBS(t[1]), OBS(t[2]), OBS(t[3] + z[1]);
  v16 p;
  memcpy(&p, u + 3, 16);
  p = (p >> 1) + (v16)t;
  OBS(p[0] + p[7] * 256 + p[15]);
  return 0;
}
