// The lines are the same, their order is not, and it is the race that decides.
// OMEN: verdict reversed A B class output-differs consequence output
#include "../../corpus/corpus.h"
int reversed;
void *setter(void *p) {
  reversed = 1; // @A
  return p;
}
void *printer(void *p) {
  int r = reversed; // @B
  puts(r ? "b" : "a");
  puts(r ? "a" : "b");
  return p;
}
int main(void) {
  both(setter, printer);
  return 0;
}
