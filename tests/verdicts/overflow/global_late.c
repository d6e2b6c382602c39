// The last of several rounds alone goes too far.
// OMEN: verdict top PUSH MORE class spec-violated consequence overflow
#include "../../corpus/corpus.h"
volatile int top[3];
int table[10];
void *pusher(void *p) {
  int *t = table;
  for (int i = 0; i < 3; i++) t[top[i]] = i; // @PUSH
  return p;
}
void *more(void *p) {
  for (int i = 0; i < 3; i++) top[i] = 5 * i; // @MORE
  return p;
}
int main(void) {
  both(pusher, more);
  return 0;
}
