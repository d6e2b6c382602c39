// SCAN: race x
#include "scan.h"
static int x;
static void *worker(void *arg) {
  x++;
  return arg;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, worker, NULL);
  pthread_create(&u, NULL, worker, NULL);
  pthread_join(u, NULL);
  pthread_join(t, NULL);

  return u == t;
}
