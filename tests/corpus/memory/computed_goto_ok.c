// A table of labels, which only the function itself knows: the copy of it that is instrumented must know its own.
// OMEN: none
#include "../corpus.h"
int x, y, z;
__attribute__((noinline)) int steps(const char *program, int *counter) {
  static const void *const table[] = {&&add, &&twice, &&end};
  int n = 0;
  goto *table[(int)*program++];
add:
  n += 1;
  *counter = n;
  goto *table[(int)*program++];
twice:
  n *= 2;
  goto *table[(int)*program++];
end:
  return n;
}
void *t1(void *p) {
  y = steps("\0\1\1\0\2", &x) == 5;
  return p;
}
void *t2(void *p) {
  steps("\0\0\2", &z);
  return p;
}
int main(void) {
  pthread_t a = start(t1, NULL), b = start(t2, NULL);
  finish(a);
  finish(b);
  return y && x ? 0 : 1;
}
