// With the order flipped a third thread is told to unlock; it is the owner's lock, or nobody's, as the schedule has it.
// OMEN: verdict told ASK SAY class spec-violated consequence misuse
#include "../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, counting = PTHREAD_MUTEX_INITIALIZER;
int told, rounds, locked;
void *helper(void *p) {
  if (told) { // @ASK
    pthread_mutex_lock(&counting);
    int now = locked;
    pthread_mutex_unlock(&counting);
    if (now) pthread_mutex_unlock(&lock);
  }
  return p;
}
void *say(void *p) {
  told = 1; // @SAY
  return p;
}
void *owner(void *p) {
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&counting);
  locked = 1;
  pthread_mutex_unlock(&counting);
  pthread_mutex_lock(&counting);
  locked = 0;
  pthread_mutex_unlock(&counting);
  pthread_mutex_unlock(&lock);
  return p;
}
int main(void) {
  pthread_t t[3] = {start(helper, NULL), start(say, NULL), start(owner, NULL)};
  for (int i = 0; i < 3; i++) finish(t[i]);
  return 0;
}
