// Numbers are read under the lock and written back under it: two threads get the same.
// OMEN: incident assertion CHECK cause atomicity READING WRITING
// OMEN: none
// OMEN: levels O0 O2
#include "../../../corpus/corpus.h"
#include <assert.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int next_number = 1;
void *number(void *arg) {
  pthread_mutex_lock(&lock); // @READING
  int mine = next_number;
  pthread_mutex_unlock(&lock); // @READING
  pthread_mutex_lock(&lock);   // @WRITING
  next_number = mine + 1;
  pthread_mutex_unlock(&lock); // @WRITING
  (void)arg;
  return (void *)(intptr_t)mine;
}
int main(void) {
  pthread_t a = start(number, NULL), b = start(number, NULL);
  void *first = finish(a), *second = finish(b);
  assert(first != second); // @CHECK
  return 0;
}
