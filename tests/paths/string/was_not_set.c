// STRICT is not in the environment of the tested run; set to yes, it makes the lost update fatal.
// OMEN: symbolic env:STRICT
// OMEN: verdict total A A class k-witness-harmless
// OMEN: multi total A A class spec-violated consequence assertion
// OMEN: reveal env STRICT=yes
// OMEN: input env.get("STRICT") == "yes"
#include "../../corpus/corpus.h"
#include <assert.h>
volatile int total;
void *add(void *p) {
  total = total + 1; // @A
  return p;
}
int main(void) {
  const char *strict = getenv("STRICT");
  both(add, add);
  if (strict && !strcmp(strict, "yes")) assert(total == 2);
  puts("done");
  return 0;
}
