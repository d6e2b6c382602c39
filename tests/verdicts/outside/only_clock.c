// Every line begins with the time of day, by gettimeofday and time; the lines are the same in either order.
// OMEN: verdict hint A B class k-witness-harmless
#include "../../corpus/corpus.h"
#include <sys/time.h>
#include <unistd.h>
int hint;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void say(const char *text) {
  struct timeval now;
  gettimeofday(&now, NULL);
  pthread_mutex_lock(&m);
  printf("[%ld.%06ld] %ld %s\n", (long)now.tv_sec, (long)now.tv_usec, (long)time(NULL) % 1000, text);
  pthread_mutex_unlock(&m);
}
void *one(void *p) {
  hint = 1; // @A
  return p;
}
void *two(void *p) {
  sleep(hint ? 1 : 3); // @B
  say("slept");
  return p;
}
int main(void) {
  both(one, two);
  say("over");
  return 0;
}
