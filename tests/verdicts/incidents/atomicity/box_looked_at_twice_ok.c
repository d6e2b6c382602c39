// Looked at and opened in one critical section.
// OMEN: no-incident
// OMEN: verdict hits A B class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int value = 7, *box = &value;
volatile int hits, got;
void *user(void *arg) {
  hits++; // @A
  pthread_mutex_lock(&lock);
  if (box) got = *box;
  pthread_mutex_unlock(&lock);
  return arg;
}
void *taker(void *arg) {
  hits++; // @B
  pthread_mutex_lock(&lock);
  box = NULL;
  pthread_mutex_unlock(&lock);
  return arg;
}
int main(void) {
  both(user, taker);
  return 0;
}
