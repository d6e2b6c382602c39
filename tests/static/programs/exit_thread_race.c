// SCAN: race hits
// Functions of atexit run in the thread that calls exit.
#include "scan.h"
#include <stdlib.h>
int hits;
static void last(void) { hits++; }
static void *work(void *a) {
  (void)a;
  exit(0);
  return 0;
}
int main(void) {
  pthread_t t;
  atexit(last);
  pthread_create(&t, 0, work, 0);
  for (int i = 0; i < 100; i++) hits++;
  pthread_join(t, 0);
  return 0;
}
