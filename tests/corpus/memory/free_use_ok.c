// The last user frees the object, as the atomic count says.
// OMEN: none
#include "../corpus.h"
#include <stdatomic.h>
int *shared;
int keep;
atomic_int users = 2;
NOINLINE int use(int *q) { return *q; }
NOINLINE void drop(int *q) { free(q); }
void *first(void *p) {
  long got = use(shared);
  if (atomic_fetch_sub(&users, 1) == 1) drop(shared);
  return (void *)got;
}
void *second(void *p) {
  long got = use(shared);
  if (atomic_fetch_sub(&users, 1) == 1) drop(shared);
  return (void *)got;
}
int main(void) {
  shared = calloc(1, sizeof *shared);
  both(first, second);
  return keep;
}
