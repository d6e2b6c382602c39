// A string is copied by library functions while it is replaced.
// OMEN: verdict name * * class output-differs consequence output
#include "../../corpus/corpus.h"
char name[16] = "old";
void *setter(void *p) {
  strcpy(name, "new"); // @A
  return p;
}
void *printer(void *p) {
  char mine[16];
  memcpy(mine, name, sizeof mine); // @B
  puts(mine);
  return p;
}
int main(void) {
  both(setter, printer);
  return 0;
}
