// Two loops with stride 2 over one array, one on even and one on odd elements: they never meet.
// OMEN: none
#include "../corpus.h"
enum { N = 60 };
short a[N];
NOINLINE void left(int from, int step) {
  for (int i = from; i < N; i += step) a[i] = 1;
}
NOINLINE void right(int from, int step) {
  for (int i = N - from; i > 0; i -= step) a[i - 1] = 2;
}
void *first(void *p) {
  left(0, 2);
  return p;
}
void *second(void *p) {
  right(0, 2);
  return p;
}
int main(void) {
  both(first, second);
  return a[0] == 0;
}
