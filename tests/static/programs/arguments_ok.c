// SCAN: false 2 each thread has an element of its own
#include "scan.h"
static struct {
  long in, out;
} job[4];
static void *worker(void *arg) {
  long *j = arg;
  j[1] = j[0] * 2;
  return arg;
}
int main(void) {
  pthread_t t[4];
  for (long i = 0; i < 4; i++) {
    job[i].in = i;
    pthread_create(&t[i], NULL, worker, &job[i]);
  }
  return 0;
}
