// The second thread waits for a mutex that the first has: no handler gives it back, and no signal ends the wait. It stays
// a proof.
// OMEN: options --ignore-mutexes
// OMEN: verdict data * * class single-ordering proof proved
#include "../../corpus/corpus.h"
#include <signal.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static volatile sig_atomic_t asked;
static int data;
static void handler(int sig) { asked = sig; }
static void *adder(void *p) {
  pthread_mutex_lock(&m);
  data++;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  signal(SIGTERM, handler);
  signal(SIGUSR1, handler);
  both(adder, adder);
  printf("%d\n", data);
  return 0;
}
