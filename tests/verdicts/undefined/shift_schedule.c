// Only between the two steps of a third thread is the width too large, and it matters in the other order alone.
// OMEN: verdict active ASK SAY class spec-violated consequence undefined
#include "../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int active, width = 4;
volatile unsigned mask;
static void set(int value) {
  pthread_mutex_lock(&lock);
  width = value;
  pthread_mutex_unlock(&lock);
}
void *user(void *p) {
  if (active) { // @ASK
    pthread_mutex_lock(&lock);
    mask = 1u << width;
    pthread_mutex_unlock(&lock);
  }
  return p;
}
void *say(void *p) {
  active = 1; // @SAY
  return p;
}
void *changer(void *p) {
  set(32);
  set(5);
  return p;
}
int main(void) {
  pthread_t t[3] = {start(user, NULL), start(say, NULL), start(changer, NULL)};
  for (int i = 0; i < 3; i++) finish(t[i]);
  return 0;
}
