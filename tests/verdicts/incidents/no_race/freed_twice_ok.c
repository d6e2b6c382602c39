// Asked and noted together: one of the two frees.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int freed;
void *block;
void *release(void *arg) {
  pthread_mutex_lock(&lock);
  int mine = !freed;
  freed = 1;
  pthread_mutex_unlock(&lock);
  if (mine) free(block);
  return arg;
}
int main(void) {
  block = malloc(8);
  both(release, release);
  return 0;
}
