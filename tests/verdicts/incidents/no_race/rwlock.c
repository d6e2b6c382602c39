// Looked with the lock for readers, written with the lock for writers, and nobody looks again in between.
// OMEN: incident overflow ADD cause atomicity LOOKING ADDING
// OMEN: none
// OMEN: levels O2
#include "../../../corpus/corpus.h"
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int used, slots[3];
NOINLINE int full(void) {
  pthread_rwlock_rdlock(&lock); // @LOOKING
  int yes = used == 3;
  pthread_rwlock_unlock(&lock); // @LOOKING
  return yes;
}
NOINLINE void add(int value) {
  pthread_rwlock_wrlock(&lock); // @ADDING
  slots[used] = value;          // @ADD
  used++;
  pthread_rwlock_unlock(&lock); // @ADDING
}
void *worker(void *arg) {
  for (int i = 0; i < 3; i++)
    if (!full()) add(i);
  return arg;
}
int main(void) {
  both(worker, worker);
  return 0;
}
