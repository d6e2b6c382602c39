// A thread ends the program.
// OMEN: verdict stop A B class output-differs consequence output
// OMEN: exit 3
#include "../../corpus/corpus.h"
int stop;
void *setter(void *p) {
  stop = 1; // @A
  return p;
}
void *worker(void *p) {
  if (stop) exit(3); // @B
  puts("worked");
  return p;
}
int main(void) {
  both(setter, worker);
  return 0;
}
