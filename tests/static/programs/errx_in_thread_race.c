// SCAN: race counter
// A thread ends the program by errx: what was given to atexit runs beside main.
#include "scan.h"
#include <err.h>
static int counter;
static atomic_int go;
static void finish(void) { counter++; }
static void *work(void *x) { errx(0, "bye"); }
int main(void) {
  pthread_t t;
  atexit(finish);
  pthread_create(&t, 0, work, 0);
  counter = 5;
  pthread_join(t, 0);
  return 0;
}
