// Two loops with strides 3 and 5 over one array: they meet at every 15th element.
// OMEN: race a A:w B:w
// OMEN: twin loop_stride_ok.c
#include "../corpus.h"
enum { N = 60 };
short a[N];
NOINLINE void left(int from, int step) {
  for (int i = from; i < N; i += step) a[i] = 1; // @A
}
NOINLINE void right(int from, int step) {
  for (int i = N - from; i > 0; i -= step) a[i - 1] = 2; // @B
}
void *first(void *p) {
  left(0, 3);
  return p;
}
void *second(void *p) {
  right(4, 5);
  return p;
}
int main(void) {
  both(first, second);
  return a[0] == 0;
}
