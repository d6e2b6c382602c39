// Filled, then published.
// OMEN: no-incident
// OMEN: verdict hits A B class k-witness-harmless
// OMEN: levels O2
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
  pthread_mutex_lock(&lock);
  the_box.content = &value;
  pthread_mutex_unlock(&lock);
  atomic_store(&shared, &the_box);
  return arg;
}
void *opener(void *arg) {
  hits++; // @B
  struct box *b = atomic_load(&shared);
  if (!b) return arg;
  pthread_mutex_lock(&lock);
  got = *b->content;
  pthread_mutex_unlock(&lock);
  return arg;
}
int main(void) {
  both(maker, opener);
  return 0;
}
