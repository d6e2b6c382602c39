// Who takes the lock first decides whether the box is there. The counter right before the lock turns round with it, and
// has no part in it.
// OMEN: incident crash OPEN cause order OPENING FILLING
// OMEN: verdict hits A B class k-witness-harmless
// OMEN: levels O0 O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int value = 7, got, *box;
volatile int hits;
void *fill(void *arg) {
  hits++;                      // @A
  pthread_mutex_lock(&lock);   // @FILLING
  box = &value;
  pthread_mutex_unlock(&lock); // @FILLING
  return arg;
}
void *open_it(void *arg) {
  hits++;                      // @B
  pthread_mutex_lock(&lock);   // @OPENING
  got = *box;                  // @OPEN
  pthread_mutex_unlock(&lock); // @OPENING
  return arg;
}
int main(void) {
  both(fill, open_it);
  return 0;
}
