// A search that takes millions of looks at memory that others wrote without order, and ends.
// OMEN: verdict hint SET LOOK class k-witness-harmless
#include "../../corpus/corpus.h"
volatile int hint;
void *writer(void *p) {
  hint = 0; // @SET
  return p;
}
void *reader(void *p) {
  unsigned found = 0;
  for (unsigned i = 0; i < 3000000; i++)
    if (i == 2999999u + (unsigned)hint) // @LOOK
      found = i;
  printf("%u\n", found);
  return p;
}
int main(void) {
  both(writer, reader);
  return 0;
}
