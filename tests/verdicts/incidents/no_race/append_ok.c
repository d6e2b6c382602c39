// Looked once more under the lock that is acted under.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O0 O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int length, items[4];
NOINLINE int room(void) {
  pthread_mutex_lock(&lock);
  int free_places = 4 - length;
  pthread_mutex_unlock(&lock);
  return free_places;
}
NOINLINE void put(int i) {
  pthread_mutex_lock(&lock);
  if (length < 4) items[length++] = i;
  pthread_mutex_unlock(&lock);
}
void *append(void *arg) {
  for (int i = 0; i < 4; i++)
    if (room() > 0) put(i);
  return arg;
}
int main(void) {
  both(append, append);
  return 0;
}
