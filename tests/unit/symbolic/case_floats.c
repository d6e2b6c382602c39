/* Floating point is not followed: some are lost. Moving it about is. */
#include "stub.h"
#include <string.h>
#define OBS(x) observe((long)(x))
#define FAR __attribute__((noinline))
struct point {
  float x, y;
  double z;
};
FAR static struct point shift(struct point p, int k) {
  p.x = p.y, p.y = 2;
  return k ? p : (struct point){0, 0, 0};
}
FAR static double half(double v) { return v / 2; }
FAR static long double wide(long double v) { return v + 1; }
int main(void) {
  struct point p, q;
  int i;
  unsigned u;
  input(&p, sizeof p), input(&i, 4);
  q = p;
  memcpy(&u, &q.x, 4);
  OBS(u), OBS(u >> 3);
  q = shift(q, 1);
  memcpy(&u, &q.x, 4);
  OBS(u);
  unsigned long bits;
  memcpy(&bits, &q.z, 8);
  OBS(bits), OBS(i * 3), OBS(i ^ 7), OBS(i + 1), OBS(i - 1), OBS(i / 3), OBS(i | 1);
  OBS((long)half(i)), OBS((int)wide(i)), OBS(p.x < p.y);
  return 0;
}
