// Independent faults, each with its own consequence.
// OMEN: verdict nested ASK SET class spec-violated consequence deadlock
// OMEN: verdict level C D class output-differs consequence output
#include "../../corpus/corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int nested, level = 1;
void *one(void *p) {
  printf("%d\n", level); // @C
  pthread_mutex_lock(&m);
  if (nested) // @ASK
    pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return p;
}
void *two(void *p) {
  level = 2;  // @D
  nested = 1; // @SET
  return p;
}
int main(void) {
  both(one, two);
  return 0;
}
