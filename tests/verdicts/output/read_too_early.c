// A value that is printed as it is at that time.
// OMEN: verdict level A B class output-differs consequence output
#include "../../corpus/corpus.h"
int level = 1;
void *setter(void *p) {
  level = 2; // @A
  return p;
}
void *printer(void *p) {
  printf("level %d\n", level); // @B
  return p;
}
int main(void) {
  both(setter, printer);
  return 0;
}
