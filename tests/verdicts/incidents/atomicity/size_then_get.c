// The size is asked for, and then the last element, each under the lock; another removes one in between.
// OMEN: incident overflow GET cause atomicity SIZING GETTING REMOVING
// OMEN: verdict looks LOOK CLEAR class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int size = 2;
volatile int looks, got;
int *items;
NOINLINE int get_size(void) {
  pthread_mutex_lock(&lock); // @SIZING
  int n = size;
  pthread_mutex_unlock(&lock); // @SIZING
  return n;
}
NOINLINE int get_at(int i) {
  pthread_mutex_lock(&lock);   // @GETTING
  int item = items[i];         // @GET
  pthread_mutex_unlock(&lock); // @GETTING
  return item;
}
void *reader(void *arg) {
  looks++; // @LOOK
  int n = get_size();
  if (n > 0) got = get_at(n - 1);
  return arg;
}
void *remover(void *arg) {
  looks = 0;                 // @CLEAR
  pthread_mutex_lock(&lock); // @REMOVING
  size = 1;
  items = realloc(items, sizeof *items);
  pthread_mutex_unlock(&lock); // @REMOVING
  return arg;
}
int main(void) {
  items = calloc(2, sizeof *items);
  both(reader, remover);
  free(items);
  return 0;
}
