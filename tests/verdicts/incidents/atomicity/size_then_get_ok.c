// Asked and taken in one go.
// OMEN: no-incident
// OMEN: verdict looks LOOK CLEAR class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int size = 2;
volatile int looks, got;
int *items;
void *reader(void *arg) {
  looks++; // @LOOK
  pthread_mutex_lock(&lock);
  if (size > 0) got = items[size - 1];
  pthread_mutex_unlock(&lock);
  return arg;
}
void *remover(void *arg) {
  looks = 0; // @CLEAR
  pthread_mutex_lock(&lock);
  size = 1;
  items = realloc(items, sizeof *items);
  pthread_mutex_unlock(&lock);
  return arg;
}
int main(void) {
  items = calloc(2, sizeof *items);
  both(reader, remover);
  free(items);
  return 0;
}
