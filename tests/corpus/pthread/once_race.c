// One thread initialises through pthread_once, the other just reads.
// OMEN: race table A:w B:r
// OMEN: twin once_ok.c
#include "../corpus.h"
int table;
pthread_once_t once = PTHREAD_ONCE_INIT;
void init(void) { table = 5; } // @A
void *careful(void *p) {
  pthread_once(&once, init);
  return (void *)(long)table;
}
void *careless(void *p) {
  return (void *)(long)table; // @B
}
int main(void) {
  both(careful, careless);
  return 0;
}
