// The result of a thread is read through a pointer that it gave away before it was done.
// OMEN: race * A:w B:r
// OMEN: twin exit_value_ok.c
#include "../corpus.h"
struct result {
  int value;
};
#include <stdatomic.h>
_Atomic(struct result *) given;
NOINLINE void fill(struct result *r) { r->value = 3; } // @A
void *worker(void *p) {
  struct result *r = calloc(1, sizeof *r);
  atomic_store(&given, r);
  fill(r);
  pthread_exit(r);
}
int main(void) {
  pthread_t t = start(worker, NULL);
  struct result *r;
  while (!(r = atomic_load(&given))) continue;
  int seen = r->value; // @B
  finish(t);
  free(r);
  return seen > 3;
}
