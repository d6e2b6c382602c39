// An atomic addition conflicts with a plain read of the same memory, though it is told as a read and then a write.
// OMEN: verdict n ADD LOOK class output-differs consequence output
#include "../../corpus/corpus.h"
static volatile int n;
static void *adder(void *p) {
  __atomic_fetch_add(&n, 1, __ATOMIC_RELAXED); // @ADD
  return p;
}
static void *reader(void *p) {
  puts(n ? "added" : "not yet"); // @LOOK
  return p;
}
int main(void) {
  both(adder, reader);
  return 0;
}
