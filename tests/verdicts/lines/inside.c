// The value stands in every line of one thread, beside a number that is free.
// OMEN: verdict value SHOW SET class output-differs consequence output
#include "lines.h"
volatile int value = 5;
void *show(void *p) {
  int v = value; // @SHOW
  for (int i = 0; i < LINES; i++)
    printf("entry=%d,kind=7,value=%d,ready=1\n", next_number(), v);
  return p;
}
void *set(void *p) {
  value = 6; // @SET
  return p;
}
int main(void) {
  all(show, set, talk);
  return 0;
}
