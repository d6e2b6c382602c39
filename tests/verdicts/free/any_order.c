// Two threads print in the order in which they come, as they may; the race beside it is harmless.
// OMEN: verdict hits A A class k-witness-harmless
#include "../../corpus/corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int hits;
static void say(const char *what) {
  hits++; // @A
  pthread_mutex_lock(&m);
  puts(what);
  pthread_mutex_unlock(&m);
}
void *one(void *p) {
  say("one");
  return p;
}
void *two(void *p) {
  say("two");
  return p;
}
int main(void) {
  both(one, two);
  return 0;
}
