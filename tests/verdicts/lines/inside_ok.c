// The same lines, but the value only says that it is not zero.
// OMEN: verdict value SHOW SET class k-witness-harmless
#include "lines.h"
volatile int value = 5;
void *show(void *p) {
  int v = value; // @SHOW
  for (int i = 0; i < LINES; i++)
    printf("entry=%d,kind=7,value=%d,ready=1\n", next_number(), v != 0);
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
