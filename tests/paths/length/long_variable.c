// A value longer than three letters goes into the table that the other thread has not made yet.
// OMEN: env SIZE=ab
// OMEN: symbolic env:SIZE
// OMEN: verdict table MAKE USE class k-witness-harmless
// OMEN: multi table MAKE USE class spec-violated consequence crash
// OMEN: reveal env SIZE=abcd
// OMEN: input len(env["SIZE"]) > 3
#include "../../corpus/corpus.h"
static char space[64];
char *volatile table;
static size_t size;
void *maker(void *p) {
  table = space; // @MAKE
  return p;
}
void *user(void *p) {
  char *mine = table; // @USE
  if (size > 3) mine[3] = 1;
  return p;
}
int main(void) {
  const char *value = getenv("SIZE");
  size = value ? strlen(value) : 0;
  both(maker, user);
  return 0;
}
