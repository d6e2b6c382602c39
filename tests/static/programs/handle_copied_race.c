// SCAN: race counter
// A struct with a handle is copied over another: one thread is joined in the other's place.
#include "scan.h"
int counter;
struct w {
  pthread_t t;
  int pad[6];
} a, b;
static void *work(void *x) {
  counter++;
  return 0;
}
static void *none(void *x) { return 0; }
int main(void) {
  pthread_create(&a.t, 0, work, 0);
  pthread_create(&b.t, 0, none, 0);
  a = b;
  pthread_join(a.t, 0);
  counter = 5;
  pthread_exit(0);
}
