// SCAN: none
// Each thread reads through an object of its own: a stream of libc, a buffer, callbacks, as bzip2's. What the bytes and the
// callbacks are does not lead out of it.
#include "scan.h"
struct reader {
  FILE *from;
  char bytes[64];
  void *(*take)(size_t);
  void (*give)(void *);
  char last;
  size_t n;
};
static void *work(void *arg) {
  struct reader *r = malloc(sizeof *r);
  *r = (struct reader){.from = stdin, .take = malloc, .give = free};
  r->n = fread(r->bytes, 1, sizeof r->bytes, r->from);
  char *copy = r->take(r->n + 1);
  for (size_t i = 0; i < r->n; i++) {
    r->last = r->bytes[i];
    copy[i] = r->last;
  }
  copy[r->n] = 0;
  r->n = strlen(copy);
  r->give(copy);
  r->give(r);
  return arg;
}
TWO_THREADS(work, work)
