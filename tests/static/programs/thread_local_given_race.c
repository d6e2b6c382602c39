// SCAN: race own
#include "scan.h"
static __thread int own[4];
static void *work(void *a) {
  ((int *)a)[2]++;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, own);
  own[2]++;
  pthread_join(t, 0);
  return 0;
}
