// What differs goes to standard error.
// OMEN: verdict name A B class output-differs consequence output
#include "../../corpus/corpus.h"
const char *name = "old";
void *setter(void *p) {
  name = "new"; // @A
  return p;
}
void *logger(void *p) {
  fprintf(stderr, "name %s\n", name); // @B
  return p;
}
int main(void) {
  both(setter, logger);
  return 0;
}
