// The owner frees the buffer under the lock without asking whether the other is through.
// OMEN: incident use-after-free USE cause order USING FREEING
// OMEN: verdict ends A B class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
char *buffer;
volatile int ends;
void *user(void *arg) {
  pthread_mutex_lock(&lock);   // @USING
  buffer[0] = 1;               // @USE
  pthread_mutex_unlock(&lock); // @USING
  ends++;                      // @A
  return arg;
}
void *owner(void *arg) {
  pthread_mutex_lock(&lock); // @FREEING
  free(buffer);
  pthread_mutex_unlock(&lock); // @FREEING
  ends++;                      // @B
  return arg;
}
int main(void) {
  buffer = malloc(4);
  both(user, owner);
  return 0;
}
