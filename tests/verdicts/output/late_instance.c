// The same two lines race four times; only the last time matters.
// OMEN: verdict step SET GET class output-differs consequence output
#include "../../corpus/corpus.h"
volatile int step[4];
int seen;
void *setter(void *p) {
  for (int i = 0; i < 4; i++) step[i] = i == 3; // @SET
  return p;
}
void *getter(void *p) {
  for (int i = 0; i < 4; i++) seen += step[i]; // @GET
  return p;
}
int main(void) {
  both(setter, getter);
  printf("%d\n", seen);
  return 0;
}
