// The race decides how often something is printed, not what.
// OMEN: verdict limit A B class output-differs consequence output
#include "../../corpus/corpus.h"
int limit = 2;
void *setter(void *p) {
  limit = 4; // @A
  return p;
}
void *printer(void *p) {
  int n = limit; // @B
  for (int i = 0; i < n; i++) puts("line");
  return p;
}
int main(void) {
  both(setter, printer);
  return 0;
}
