// SCAN: race counter
// A handle is overwritten through a pipe.
#include "scan.h"
#include <unistd.h>
int counter;
static void *work(void *x) {
  counter++;
  return 0;
}
static void *none(void *x) { return 0; }
int main(void) {
  pthread_t a, b;
  int p[2];
  pipe(p);
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, none, 0);
  write(p[1], &b, sizeof b);
  read(p[0], &a, sizeof a);
  pthread_join(a, 0);
  counter = 5;
  pthread_exit(0);
}
