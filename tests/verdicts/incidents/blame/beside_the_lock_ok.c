// Who comes first finds the box empty, and leaves it.
// OMEN: no-incident
// OMEN: verdict hits A B class k-witness-harmless
// OMEN: levels O0 O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int value = 7, got, *box;
volatile int hits;
void *fill(void *arg) {
  hits++; // @A
  pthread_mutex_lock(&lock);
  box = &value;
  pthread_mutex_unlock(&lock);
  return arg;
}
void *open_it(void *arg) {
  hits++; // @B
  pthread_mutex_lock(&lock);
  if (box) got = *box;
  pthread_mutex_unlock(&lock);
  return arg;
}
int main(void) {
  both(fill, open_it);
  return 0;
}
