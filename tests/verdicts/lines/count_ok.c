// How often the thread looks is the race's doing; how often "tick" is written is not.
// OMEN: verdict rounds ASK SET class k-witness-harmless
#include "lines.h"
volatile int rounds = 2;
int looks;
void *tick(void *p) {
  int n = rounds; // @ASK
  for (int i = 0; i < n; i++) looks++;
  for (int i = 0; i < 3; i++) puts("tick");
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
