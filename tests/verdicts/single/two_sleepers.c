// Two threads look for the same flag now and then, one much more often than the other.
// OMEN: verdict data FILL USE class single-ordering proof proved
// OMEN: verdict flag SET ASK class k-witness-harmless
// OMEN: verdict flag SET MAIN class k-witness-harmless
#include "../../corpus/corpus.h"
#include <unistd.h>
volatile int flag;
int data;
void *setter(void *p) {
  data = 42; // @FILL
  flag = 1;  // @SET
  return p;
}
void *waiter(void *p) {
  while (!flag) // @ASK
    usleep(7);
  printf("%d\n", data); // @USE
  return p;
}
int main(void) {
  pthread_t a = start(setter, NULL), b = start(waiter, NULL);
  while (!flag) // @MAIN
    usleep(1000);
  finish(a);
  finish(b);
  return 0;
}
