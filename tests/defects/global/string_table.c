// A table of names is read behind its end; nothing is done with what is found there.
// OMEN: defect out-of-bounds read global
#include "../defects.h"
static const char *const names[] = {"zero", "one", "two"};
static const char *volatile name;
int main(void) {
  name = names[2 + bad]; // @BAD
  puts("done");
  return 0;
}
