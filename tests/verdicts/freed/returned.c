// A local variable is handed to a thread that looks for it too late: the call that it belongs to is over.
// OMEN: verdict slot ASK GIVE class spec-violated consequence use-after-free
#include "../../corpus/corpus.h"
#include <semaphore.h>
int *volatile slot;
volatile int sink;
sem_t go;
NOINLINE void give(void) {
  int local[4] = {1, 2, 3, 4};
  slot = local; // @GIVE
  sink = local[sink & 3];
}
void *taker(void *p) {
  int *mine = slot; // @ASK
  if (mine) return mine[1] == 2 ? p : NULL;
  return p;
}
void *giver(void *p) {
  give();
  sem_wait(&go);
  return p;
}
int main(void) {
  sem_init(&go, 0, 0);
  pthread_t a = start(taker, NULL), b = start(giver, NULL);
  finish(a);
  sem_post(&go);
  finish(b);
  return 0;
}
