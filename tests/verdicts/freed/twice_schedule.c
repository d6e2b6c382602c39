// With the order flipped there are two that give it back, each if it finds it there; both do on some schedules.
// OMEN: verdict both_clean ASK SAY class spec-violated consequence double-free
#include "../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int both_clean;
char *block;
static void clean(void) {
  pthread_mutex_lock(&lock);
  char *mine = block;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  free(mine);
  block = NULL;
  pthread_mutex_unlock(&lock);
}
void *helper(void *p) {
  if (both_clean) clean(); // @ASK
  return p;
}
void *say(void *p) {
  both_clean = 1; // @SAY
  return p;
}
void *owner(void *p) {
  clean();
  return p;
}
int main(void) {
  block = malloc(20);
  pthread_t t[3] = {start(helper, NULL), start(say, NULL), start(owner, NULL)};
  for (int i = 0; i < 3; i++) finish(t[i]);
  return 0;
}
