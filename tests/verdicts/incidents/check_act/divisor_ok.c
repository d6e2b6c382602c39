// Counted from one: the counter is set anew, but never to nothing.
// OMEN: no-incident
// OMEN: verdict count DIVIDE RESET class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
volatile int count = 3;
int sum = 12;
volatile int mean;
void *show(void *arg) {
  for (int i = 0; i < 3; i++) mean = sum / count; // @DIVIDE
  return arg;
}
void *reset(void *arg) {
  count = 1; // @RESET
  return arg;
}
int main(void) {
  both(show, reset);
  return 0;
}
