// How often "tick" is written is the race's doing; all other lines are free.
// OMEN: verdict rounds ASK SET class output-differs consequence output
#include "lines.h"
volatile int rounds = 2;
int looks;
void *tick(void *p) {
  int n = rounds; // @ASK
  for (int i = 0; i < n; i++) puts("tick");
  return p;
}
void *set(void *p) {
  rounds = 3; // @SET
  return p;
}
int main(void) {
  all(tick, set, talk);
  return 0;
}
