// Four threads print twice each, in any order.
// OMEN: verdict hits A A class k-witness-harmless
#include "../../corpus/corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int hits;
void *talker(void *p) {
  for (int i = 0; i < 2; i++) {
    hits++; // @A
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
