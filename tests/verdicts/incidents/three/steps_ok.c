// Each waits for the one before.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O2
#include "../../../corpus/corpus.h"
int value = 1, *volatile a, *volatile b;
volatile int got;
void *one(void *arg) {
  a = &value;
  return arg;
}
void *two(void *arg) {
  finish(*(pthread_t *)arg);
  b = a;
  return NULL;
}
void *three(void *arg) {
  finish(*(pthread_t *)arg);
  got = *b;
  return NULL;
}
int main(void) {
  pthread_t x = start(one, NULL), y = start(two, &x), z = start(three, &y);
  finish(z);
  return 0;
}
