// The race decides how long a thread sleeps before it draws its numbers: all that is printed is free.
// OMEN: verdict pause_of ASK SET class k-witness-harmless
#include "lines.h"
volatile int pause_of = 1;
void *ask(void *p) {
  usleep((unsigned)pause_of); // @ASK
  printf("9: number %d\n", next_number());
  return p;
}
void *set(void *p) {
  pause_of = 2000; // @SET
  return p;
}
int main(void) {
  all(ask, set, talk);
  return 0;
}
