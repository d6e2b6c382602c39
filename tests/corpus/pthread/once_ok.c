// Both threads go through pthread_once before they read.
// OMEN: none
#include "../corpus.h"
int table;
pthread_once_t once = PTHREAD_ONCE_INIT;
void init(void) { table = 5; }
void *careful(void *p) {
  pthread_once(&once, init);
  return (void *)(long)table;
}
void *careless(void *p) {
  pthread_once(&once, init);
  return (void *)(long)table;
}
int main(void) {
  both(careful, careless);
  return 0;
}
