// Two threads format into one buffer.
// OMEN: race buf A:w A:w
// OMEN: twin snprintf_ok.c
#include "../corpus.h"
char buf[2][32];
NOINLINE void format(char *d, int n) { snprintf(d, 32, "value %d", n); } // @A
void *worker(void *p) {
  format(buf[0], 1);
  return p;
}
int main(void) {
  pthread_t a = start(worker, NULL), b = start(worker, buf);
  finish(a);
  finish(b);
  puts(buf[0]);
  return 0;
}
