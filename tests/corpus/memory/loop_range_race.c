// Two loops over parts of one array that overlap in one element.
// OMEN: race a A:w B:r
// OMEN: twin loop_range_ok.c
#include "../corpus.h"
enum { N = 64, CUT = 32 };
int a[N];
NOINLINE void fill(int from, int to) {
  for (int i = from; i < to; i++) a[i] = i; // @A
}
NOINLINE long total(int from, int to) {
  long sum = 0;
  for (int i = from; i < to; i++) sum += a[i]; // @B
  return sum;
}
void *first(void *p) {
  fill(0, CUT);
  return p;
}
void *second(void *p) {
  return (void *)total(CUT - 1, N);
}
int main(void) {
  both(first, second);
  return 0;
}
