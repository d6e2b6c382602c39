// Who uses it looks whether it is still there.
// OMEN: no-incident
// OMEN: verdict ends A B class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
char *buffer;
volatile int ends;
void *user(void *arg) {
  pthread_mutex_lock(&lock);
  if (buffer) buffer[0] = 1;
  pthread_mutex_unlock(&lock);
  ends++; // @A
  return arg;
}
void *owner(void *arg) {
  pthread_mutex_lock(&lock);
  free(buffer);
  buffer = NULL;
  pthread_mutex_unlock(&lock);
  ends++; // @B
  return arg;
}
int main(void) {
  buffer = malloc(4);
  both(user, owner);
  return 0;
}
