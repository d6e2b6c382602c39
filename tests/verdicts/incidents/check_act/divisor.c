// The mean of what was measured, once something was. The counter is reset between the look and the division.
// OMEN: incident undefined DIVIDE cause race count CHECK RESET
// OMEN: or cause race count RESET DIVIDE
// OMEN: verdict count CHECK RESET class spec-violated consequence undefined
// OMEN: verdict count RESET DIVIDE class spec-violated consequence undefined
// OMEN: levels O2
#include "../../../corpus/corpus.h"
volatile int count = 3;
int sum = 12;
volatile int mean;
void *show(void *arg) {
  for (int i = 0; i < 3; i++)
    if (count != 0)       // @CHECK
      mean = sum / count; // @DIVIDE
  return arg;
}
void *reset(void *arg) {
  count = 0; // @RESET
  return arg;
}
int main(void) {
  both(show, reset);
  return 0;
}
