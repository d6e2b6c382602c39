// The result of a thread comes through pthread_exit and join.
// OMEN: none
#include "../corpus.h"
struct result {
  int value;
};
#include <stdatomic.h>
NOINLINE void fill(struct result *r) { r->value = 3; }
void *worker(void *p) {
  struct result *r = calloc(1, sizeof *r);
  fill(r);
  pthread_exit(r);
}
int main(void) {
  pthread_t t = start(worker, NULL);
  struct result *r = finish(t);
  int seen = r->value;
  free(r);
  return seen > 3;
}
