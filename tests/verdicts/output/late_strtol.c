// A number is read from a string, once by a function with a model of ours and once by one without.
// OMEN: verdict line A B class output-differs consequence output
// OMEN: verdict line C B class output-differs consequence output
#include "../../corpus/corpus.h"
#include <stdlib.h>
char line[8] = "123";
long a;
long long b;
void *reads(void *p) {
  a = strtol(line, NULL, 10); // @A
  b = atoll(line);            // @C
  return p;
}
void *writes(void *p) {
  line[0] = '4'; // @B
  return p;
}
int main(void) {
  both(reads, writes);
  printf("%ld %lld\n", a, b);
  return 0;
}
