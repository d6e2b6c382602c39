// The race decides how often a thread yields before it draws its numbers: all that is printed is free.
// OMEN: verdict patience ASK SET class k-witness-harmless
#include "lines.h"
volatile int patience = 1;
void *ask(void *p) {
  int n = patience; // @ASK
  for (int i = 0; i < n; i++) sched_yield();
  printf("9: first %d\n", next_number());
  printf("9: second %d\n", next_number());
  return p;
}
void *set(void *p) {
  patience = 12; // @SET
  return p;
}
int main(void) {
  all(ask, set, talk);
  return 0;
}
