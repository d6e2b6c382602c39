// Two threads format into buffers of their own.
// OMEN: none
#include "../corpus.h"
char buf[2][32];
NOINLINE void format(char *d, int n) { snprintf(d, 32, "value %d", n); }
void *worker(void *p) {
  format(buf[p != NULL], 1);
  return p;
}
int main(void) {
  pthread_t a = start(worker, NULL), b = start(worker, buf);
  finish(a);
  finish(b);
  puts(buf[0]);
  return 0;
}
