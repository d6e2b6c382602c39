// The semaphore is asked for its count, and then waited for. Two who saw one are one too many.
// OMEN: incident deadlock * cause atomicity ASK TAKE
// OMEN: none
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <semaphore.h>
sem_t places;
void *worker(void *arg) {
  int n = 0;
  sem_getvalue(&places, &n); // @ASK
  if (n > 0)
    sem_wait(&places); // @TAKE
  return arg;
}
int main(void) {
  sem_init(&places, 0, 1);
  both(worker, worker);
  sem_destroy(&places);
  return 0;
}
