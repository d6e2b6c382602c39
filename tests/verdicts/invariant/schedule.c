// With the order flipped a second consumer is there; that both find something needs a switch beside it.
// OMEN: options --invariant 'left >= 0'
// OMEN: verdict second ASK SAY class spec-violated consequence invariant
#include "../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int second, left = 1;
static void consume(void) {
  pthread_mutex_lock(&lock);
  int some = left > 0;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  if (some) left--;
  pthread_mutex_unlock(&lock);
}
void *helper(void *p) {
  if (second) consume(); // @ASK
  return p;
}
void *say(void *p) {
  second = 1; // @SAY
  return p;
}
void *consumer(void *p) {
  consume();
  return p;
}
int main(void) {
  pthread_t t[3] = {start(helper, NULL), start(say, NULL), start(consumer, NULL)};
  for (int i = 0; i < 3; i++) finish(t[i]);
  return 0;
}
