// SCAN: race v
#include "scan.h"
static int v[8];
static void *worker(void *arg) {
  v[(long)arg / 2]++;
  return arg;
}
int main(void) {
  pthread_t t[4];
  for (long i = 0; i < 4; i++) pthread_create(&t[i], NULL, worker, (void *)i);
  return 0;
}
