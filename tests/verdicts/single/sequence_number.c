// A count that grows is awaited; the entry of that number is there.
// OMEN: verdict entry FILL USE class single-ordering proof proved
// OMEN: verdict published SET ASK class k-witness-harmless
#include "../../corpus/corpus.h"
#include <sched.h>
volatile unsigned published;
int entry[4];
void *producer(void *p) {
  for (unsigned i = 0; i < 3; i++) {
    entry[i] = (int)i * 10; // @FILL
    published = i + 1;      // @SET
  }
  return p;
}
void *consumer(void *p) {
  for (unsigned i = 0; i < 3; i++) {
    while (published <= i) // @ASK
      sched_yield();
    printf("%d\n", entry[i]); // @USE
  }
  return p;
}
int main(void) {
  both(producer, consumer);
  return 0;
}
