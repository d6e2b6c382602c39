// The box is published by an atomic store before what is in it is set under the lock.
// OMEN: incident crash OPEN cause order SETTING OPENING
// OMEN: or cause order SETTING GET
// OMEN: verdict hits A B class k-witness-harmless
// OMEN: levels O2
// OMEN: native-blind chance does not bring it about; a sleep behind the store does
#include "../../../corpus/corpus.h"
#include <stdatomic.h>
struct box {
  int *content;
};
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct box the_box;
_Atomic(struct box *) shared;
int value = 7;
volatile int hits, got;
void *maker(void *arg) {
  hits++; // @A
  atomic_store(&shared, &the_box);
  pthread_mutex_lock(&lock); // @SETTING
  the_box.content = &value;
  pthread_mutex_unlock(&lock); // @SETTING
  return arg;
}
void *opener(void *arg) {
  hits++;                              // @B
  struct box *b = atomic_load(&shared); // @GET
  if (!b) return arg;
  pthread_mutex_lock(&lock);   // @OPENING
  got = *b->content;           // @OPEN
  pthread_mutex_unlock(&lock); // @OPENING
  return arg;
}
int main(void) {
  both(maker, opener);
  return 0;
}
