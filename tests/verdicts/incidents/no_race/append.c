// Checked under the lock, and acted under the lock, but not in one go.
// OMEN: incident overflow ACT cause atomicity CHECKING ACTING
// OMEN: none
// OMEN: levels O0 O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int length, items[4];
NOINLINE int room(void) {
  pthread_mutex_lock(&lock); // @CHECKING
  int free_places = 4 - length;
  pthread_mutex_unlock(&lock); // @CHECKING
  return free_places;
}
NOINLINE void put(int i) {
  pthread_mutex_lock(&lock); // @ACTING
  items[length] = i;         // @ACT
  length++;
  pthread_mutex_unlock(&lock); // @ACTING
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
