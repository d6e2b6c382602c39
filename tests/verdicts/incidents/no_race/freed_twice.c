// Whether somebody has freed it is asked in one critical section, and noted in another.
// OMEN: incident double-free FREE cause atomicity ASKING NOTING
// OMEN: none
// OMEN: levels O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int freed;
void *block;
void *release(void *arg) {
  pthread_mutex_lock(&lock); // @ASKING
  int mine = !freed;
  pthread_mutex_unlock(&lock); // @ASKING
  if (!mine) return arg;
  pthread_mutex_lock(&lock); // @NOTING
  freed = 1;
  free(block);                 // @FREE
  pthread_mutex_unlock(&lock); // @NOTING
  return arg;
}
int main(void) {
  block = malloc(8);
  both(release, release);
  return 0;
}
