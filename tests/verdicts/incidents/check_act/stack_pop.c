// Two threads empty a stack: is there one, then take the topmost. The last one is taken twice, the second time from
// before the array.
// OMEN: incident overflow TAKE cause race count CHECK LESS
// OMEN: or cause race count LESS TAKE
// OMEN: verdict count CHECK LESS class spec-violated consequence overflow
// OMEN: maybe count LESS TAKE class spec-violated consequence overflow
// OMEN: maybe count LESS LESS class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
volatile int count = 3;
int stack[3] = {7, 7, 7};
void *pop(void *arg) {
  int sum = 0;
  while (count > 0) {        // @CHECK
    sum += stack[count - 1]; // @TAKE
    count--;                 // @LESS
  }
  return sum < 0 ? arg : NULL;
}
int main(void) {
  both(pop, pop);
  return 0;
}
