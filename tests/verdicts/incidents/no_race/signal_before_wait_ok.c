// A semaphore remembers.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O0 O2
#include "../../../corpus/corpus.h"
#include <semaphore.h>
sem_t go;
void *waiter(void *arg) {
  sem_wait(&go);
  return arg;
}
void *signaller(void *arg) {
  sem_post(&go);
  return arg;
}
int main(void) {
  sem_init(&go, 0, 0);
  both(waiter, signaller);
  sem_destroy(&go);
  return 0;
}
