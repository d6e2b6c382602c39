// Nothing is printed; the exit status differs.
// OMEN: verdict result A B class output-differs consequence output
#include "../../corpus/corpus.h"
int result = 1;
void *one(void *p) {
  result = 3; // @A
  return p;
}
void *two(void *p) {
  result = 0; // @B
  return p;
}
int main(void) {
  both(one, two);
  return result;
}
