// SCAN: race v
// A read whose value is not needed here, and elsewhere is.
#include "scan.h"
struct s {
  int v;
} *s;
__attribute__((noinline)) static int peek(struct s *x, int mask) { return x->v & mask; }
static void *work(void *x) { return (void *)(long)peek(s, 0); }
int main(void) {
  pthread_t t;
  s = calloc(1, sizeof *s);
  int n = peek(s, 1);
  pthread_create(&t, 0, work, 0);
  s->v = 5;
  pthread_join(t, 0);
  return n;
}
