// The reference count of the PLDI'07 paper: both threads may see zero, and the pointer is gone for the second.
// OMEN: maybe refs * * class spec-violated consequence crash
// OMEN: maybe foo * * class spec-violated consequence crash
// OMEN: verdict * DOWN DOWN class spec-violated consequence crash
// OMEN: verdict * ASK DOWN class spec-violated consequence crash
#include "../../corpus/corpus.h"
struct object {
  volatile int refs;
  int *body;
} one;
int storage = 1;
void *release(void *p) {
  one.refs--;          // @DOWN
  if (one.refs == 0) { // @ASK
    *one.body = 0;
    one.body = NULL;
  }
  return p;
}
int main(void) {
  one.refs = 2;
  one.body = &storage;
  both(release, release);
  return 0;
}
