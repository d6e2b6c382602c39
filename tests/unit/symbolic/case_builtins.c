/* What the compiler has operations of its own for: overflow, rotation, counting, swapping, saturation. */
#include "stub.h"
#include <stdlib.h>
#define OBS(x) observe((long)(x))
#define FAR __attribute__((noinline))

#define OVER(type, suffix)                                                                                   \
  FAR static void over_##suffix(type a, type b) {                                                            \
    type r;                                                                                                  \
    OBS(__builtin_add_overflow(a, b, &r)), OBS(r);                                                           \
    OBS(__builtin_sub_overflow(a, b, &r)), OBS(r);                                                           \
    OBS(__builtin_mul_overflow(a, b, &r)), OBS(r);                                                           \
    OBS(__builtin_mul_overflow(a, (type)3, &r)), OBS(r);                                                     \
  }
OVER(int, i)
OVER(unsigned, u)
OVER(long, l)
OVER(unsigned long, ul)
OVER(short, s)
FAR static unsigned rotate(unsigned v, int n) { return v << (n & 31) | v >> (-n & 31); }
FAR static unsigned long right(unsigned long v, int n) { return v >> (n & 63) | v << (-n & 63); }
FAR static unsigned char byte(unsigned char v) { return (unsigned char)(v << 3 | v >> 5); }
FAR static int clamp(int v, int low, int high) { return v < low ? low : v > high ? high : v; }
FAR static unsigned minus(unsigned a, unsigned b) { return a > b ? a - b : 0; }
FAR static unsigned plus(unsigned a, unsigned b) { return a + b < a ? ~0u : a + b; }
FAR static int order(int a, int b) { return (a > b) - (a < b); }

int main(void) {
  int a, b;
  unsigned u;
  unsigned long l;
  unsigned char c[8];
  input(&a, 4), input(&b, 4), input(&u, 4), input(&l, 8), input(c, 8);
  over_i(a, b), over_u((unsigned)a, u), over_l((long)l, a), over_ul(l, u), over_s((short)a, c[0]);
  OBS(rotate(u, 7)), OBS(rotate(u, c[1])), OBS(right(l, 12)), OBS(right(l, c[2])), OBS(byte(c[3]));
  OBS(__builtin_popcount(u)), OBS(__builtin_ctz(u | 256)), OBS(__builtin_clz(u | 1)),
      OBS(__builtin_ctzl(l | 1));
  OBS(__builtin_bswap64(l)), OBS(__builtin_bswap16((unsigned short)u)), OBS(__builtin_bitreverse32(u));
  OBS(__builtin_parity(u)), OBS(__builtin_ffs(a)), OBS(abs(a - b)), OBS(labs((long)l - a));
  OBS(clamp(a, -5, 1000)), OBS(clamp(c[4], 'b', 'd')), OBS(minus(u, (unsigned)b)),
      OBS(plus(u, (unsigned)a * 4));
  OBS(order(a, b)), OBS(order(c[5], c[6])), OBS(__builtin_expect(a > b, 1));
  return 0;
}
