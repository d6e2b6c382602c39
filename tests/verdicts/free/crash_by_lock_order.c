// Who takes the lock first decides whether the program dies: a bug, but not of the race beside it.
// OMEN: verdict hits A B class k-witness-harmless
#include "../../corpus/corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int value = 7, hits, got;
int *box;
void *publisher(void *p) {
  hits++; // @A
  pthread_mutex_lock(&m);
  box = &value;
  pthread_mutex_unlock(&m);
  return p;
}
void *user(void *p) {
  hits++; // @B
  pthread_mutex_lock(&m);
  got = *box;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  both(publisher, user);
  return 0;
}
