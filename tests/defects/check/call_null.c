// A function pointer that nobody has set is called.
// OMEN: defect crash
// OMEN: end signal 11
#include "../defects.h"
static void (*volatile hook)(int);
static void greet(int n) { printf("%d\n", n); }
NOINLINE void run(int n) {
  hook(n); // @BAD
}
int main(void) {
  if (!bad) hook = greet;
  run(3);
  return 0;
}
