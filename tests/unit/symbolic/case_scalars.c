/* Integers of all widths, casts, comparisons, choices, loops, switches, memory of all sizes. */
#include "stub.h"
#include <stdint.h>
#include <string.h>
#define OBS(x) observe((long)(x))

struct mixed {
  char a;
  short b;
  int c;
  long d;
  _Bool e;
  unsigned f : 5, g : 11;
};
static int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};

static void arithmetic(int a, int b, unsigned char c, long d, unsigned short e) {
  OBS(a + b), OBS(a - b), OBS(a * b), OBS(a ^ b), OBS(a & b), OBS(a | b), OBS(~a), OBS(-b), OBS(!c);
  OBS(a << (c & 15)), OBS(a >> (c & 31)), OBS((unsigned)a >> (c & 31));
  OBS(d / (b | 1)), OBS(d % (c + 1)), OBS((unsigned long)d / (e + 1u)), OBS((unsigned)a % (e | 7u));
  OBS((short)d), OBS((signed char)a), OBS((unsigned char)b), OBS((long)a * c), OBS(d * 3 + e);
  OBS(a < b), OBS((unsigned)a < (unsigned)b), OBS(d <= e), OBS(c == e), OBS(a >= c), OBS(c != 65);
  OBS(a < b ? c : e), OBS(c & 1 ? d : a), OBS((a < b) + (c < e) * 2);
}
static int decide(int a, unsigned char c) {
  switch (c) {
  case 'a': return 1;
  case 'b': return a;
  case 'z': return 3;
  case 'e' ... 'h': return 4;
  }
  if (a > 1000) return a > 100000 ? 5 : 6;
  return -1;
}
static unsigned hash(const unsigned char *p, int n) {
  unsigned h = 5381;
  for (int i = 0; i < n; i++) h = h * 33 + p[i];
  return h;
}
static int parse(const unsigned char *p, int n) {
  int v = 0;
  for (int i = 0; i < n && p[i] >= '0' && p[i] <= '9'; i++) v = v * 10 + (p[i] - '0');
  return v;
}
static unsigned gcd(unsigned a, unsigned b) { return b ? gcd(b, a % b) : a; }

int main(void) {
  unsigned char b[64];
  int x, y;
  long l;
  unsigned short s;
  input(b, sizeof b), input(&x, sizeof x), input(&y, sizeof y), input(&l, sizeof l), input(&s, sizeof s);
  arithmetic(x, y, b[3], l, s);
  OBS(decide(x, b[0])), OBS(decide(y, b[1])), OBS(decide(7, b[2]));
  OBS(hash(b, 20)), OBS(parse(b + 8, 6)), OBS(gcd(b[4], b[5]));
  struct mixed m = {.a = (char)b[6], .b = (short)x, .c = y, .d = l, .e = b[7] > 'm', .f = b[8] & 31, .g = 77},
               k;
  k = m;
  m.c += 3, m.d ^= x, m.e = !m.e, m.g = s;
  OBS(m.a), OBS(m.b), OBS(m.c), OBS(m.d), OBS(m.e), OBS(m.f), OBS(m.g), OBS(k.c), OBS(k.f + k.g);
  uint64_t whole;
  memcpy(&whole, b + 9, 8);
  OBS(whole), OBS(*(unsigned short *)(b + 11)), OBS(__builtin_bswap32(*(unsigned *)(b + 16)));
  memset(b + 20, b[1], 10);
  OBS(b[25] + b[29]), OBS(*(int *)(b + 28));
  b[30] = 7;
  memmove(b + 31, b + 29, 8);
  OBS(b[31]), OBS(b[32]), OBS(b[33]), OBS(*(int *)(b + 30));
  for (int i = 0; i < 3; i++) OBS(table[i] * b[i]);
  OBS(table[b[0] & 7]);
  return 0;
}
