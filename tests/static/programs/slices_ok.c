// SCAN: false 2 each thread has an element of its own
#include "scan.h"
static int v[8];
static void *worker(void *arg) {
  v[(long)arg]++;
  return arg;
}
int main(void) {
  pthread_t t[4];
  for (long i = 0; i < 4; i++) pthread_create(&t[i], NULL, worker, (void *)i);
  return 0;
}
