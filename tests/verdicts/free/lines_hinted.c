// Four threads print in any order; the race decides over a detour that shifts the schedule.
// OMEN: verdict hint ASK SET class k-witness-harmless
// OMEN: maybe hint SET SET class k-witness-harmless
#include "../../corpus/corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, detour = PTHREAD_MUTEX_INITIALIZER;
volatile int hint;
int tours;
void *talker(void *p) {
  if (!hint) { // @ASK
    hint = 1;  // @SET
    pthread_mutex_lock(&detour);
    tours++;
    pthread_mutex_unlock(&detour);
  }
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    printf("%s %d\n", (char *)p, i);
    pthread_mutex_unlock(&m);
  }
  return p;
}
int main(void) {
  char *names[] = {"a", "b", "c", "d"};
  pthread_t t[4];
  for (int i = 0; i < 4; i++) t[i] = start(talker, names[i]);
  for (int i = 0; i < 4; i++) finish(t[i]);
  return 0;
}
