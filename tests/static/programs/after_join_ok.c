// SCAN: none
#include "scan.h"
static int x;
static void *worker(void *arg) {
  x++;
  return arg;
}
int main(void) {
  pthread_t t, u;
  u = 0;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  x = 5;
  return u == t;
}
