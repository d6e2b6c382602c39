// Accesses of 1, 2, 4, 8 and 16 bytes, each in a race of its own.
// OMEN: race b1 A:w A:w
// OMEN: race b2 B:w B:w
// OMEN: race b4 C:w C:w
// OMEN: race b8 D:w D:w
// OMEN: race b16 E:w E:w
// OMEN: twin sizes_ok.c
#include "../corpus.h"
typedef struct {
  long long lo, hi;
} wide;
typedef long long v2 __attribute__((vector_size(16)));
uint8_t b1[2];
uint16_t b2[2];
uint32_t b4[2];
uint64_t b8[2];
v2 b16[2];
NOINLINE void w1(int i) { b1[i] = 1; } // @A
NOINLINE void w2(int i) { b2[i] = 1; } // @B
NOINLINE void w4(int i) { b4[i] = 1; } // @C
NOINLINE void w8(int i) { b8[i] = 1; } // @D
NOINLINE void w16(int i) { b16[i] = (v2){1, 1}; } // @E
void *worker(void *p) {
  int i = 0;
  w1(i);
  w2(i);
  w4(i);
  w8(i);
  w16(i);
  return p;
}
int main(void) {
  pthread_t a = start(worker, NULL), b = start(worker, b1);
  finish(a);
  finish(b);
  return 0;
}
