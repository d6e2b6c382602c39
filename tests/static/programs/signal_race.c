// SCAN: race y
#include "scan.h"
static volatile sig_atomic_t x;
static int y;
static void handler(int n) { y = n; }
static void *worker(void *arg) {
  y++;
  return arg;
}
int main(void) {
  pthread_t t;
  signal(SIGUSR1, handler);
  pthread_create(&t, NULL, worker, NULL);
  raise(SIGUSR1);
  return x;
}
