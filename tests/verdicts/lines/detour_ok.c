// Whoever sees no hint goes a long way round under a lock: all that is printed is free.
// OMEN: verdict hint ASK SET class k-witness-harmless
#include "lines.h"
volatile int hint;
pthread_mutex_t way = PTHREAD_MUTEX_INITIALIZER;
int rounds;
void *ask(void *p) {
  if (!hint) { // @ASK
    for (int i = 0; i < 20; i++) {
      pthread_mutex_lock(&way);
      rounds++;
      pthread_mutex_unlock(&way);
    }
  }
  for (int i = 0; i < 4; i++) printf("9: number %d\n", next_number());
  return p;
}
void *set(void *p) {
  hint = 1; // @SET
  return p;
}
int main(void) {
  all(ask, set, talk);
  return 0;
}
