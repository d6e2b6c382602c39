// SCAN: race it
// Doubles in a list of values: numbers and pointers.
#include "scan.h"
typedef union {
  double d;
  uint64_t u;
  void *p;
} value;
static double stack[8];
static int top;
__attribute__((noinline)) static void push(double d) { stack[top++] = d; }
__attribute__((noinline)) static double pop(void) { return stack[--top]; }
static void *work(void *x) {
  value v;
  v.d = pop();
  ++*(int *)v.p;
  return 0;
}
int main(void) {
  pthread_t t;
  int *it = calloc(4, 4);
  value v = {.p = it};
  push(1.0);
  push(v.d);
  pthread_create(&t, 0, work, 0);
  it[0] = 5;
  pthread_join(t, 0);
  return 0;
}
