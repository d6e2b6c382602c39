// Is there a box, and what is in it: two critical sections, and in between a third takes it away.
// OMEN: incident crash OPEN cause atomicity LOOKING OPENING TAKING
// OMEN: verdict hits A B class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int value = 7, *box = &value;
volatile int hits, got;
void *user(void *arg) {
  hits++;                    // @A
  pthread_mutex_lock(&lock); // @LOOKING
  int there = box != NULL;
  pthread_mutex_unlock(&lock); // @LOOKING
  if (!there) return arg;
  pthread_mutex_lock(&lock);   // @OPENING
  got = *box;                  // @OPEN
  pthread_mutex_unlock(&lock); // @OPENING
  return arg;
}
void *taker(void *arg) {
  hits++;                    // @B
  pthread_mutex_lock(&lock); // @TAKING
  box = NULL;
  pthread_mutex_unlock(&lock); // @TAKING
  return arg;
}
int main(void) {
  both(user, taker);
  return 0;
}
