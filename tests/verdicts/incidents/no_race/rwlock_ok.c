// The writer looks again.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O2
#include "../../../corpus/corpus.h"
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int used, slots[3];
NOINLINE int full(void) {
  pthread_rwlock_rdlock(&lock);
  int yes = used == 3;
  pthread_rwlock_unlock(&lock);
  return yes;
}
NOINLINE void add(int value) {
  pthread_rwlock_wrlock(&lock);
  if (used < 3) slots[used++] = value;
  pthread_rwlock_unlock(&lock);
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
