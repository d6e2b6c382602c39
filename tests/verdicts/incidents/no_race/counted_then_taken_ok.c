// Tried, not asked and waited.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <semaphore.h>
sem_t places;
void *worker(void *arg) {
  if (sem_trywait(&places) == 0) sem_post(&places);
  return arg;
}
int main(void) {
  sem_init(&places, 0, 1);
  both(worker, worker);
  sem_destroy(&places);
  return 0;
}
