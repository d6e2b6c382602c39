// Read and written in one critical section.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O0 O2
#include "../../../corpus/corpus.h"
#include <assert.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int next_number = 1;
void *number(void *arg) {
  pthread_mutex_lock(&lock);
  int mine = next_number++;
  pthread_mutex_unlock(&lock);
  (void)arg;
  return (void *)(intptr_t)mine;
}
int main(void) {
  pthread_t a = start(number, NULL), b = start(number, NULL);
  void *first = finish(a), *second = finish(b);
  assert(first != second);
  return 0;
}
