// A thread uses an object that the other frees.
// OMEN: race * A:r B:w
// OMEN: twin free_use_ok.c
#include "../corpus.h"
#include <stdatomic.h>
int *shared;
int keep;
atomic_int users = 2;
NOINLINE int use(int *q) { return *q; } // @A
NOINLINE void drop(int *q) { free(q); } // @B
void *first(void *p) {
  long got = use(shared);
  return (void *)got;
}
void *second(void *p) {
  drop(shared);
  return p;
}
int main(void) {
  shared = calloc(1, sizeof *shared);
  both(first, second);
  return keep;
}
