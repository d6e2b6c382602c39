// Two arrays of bytes side by side in a heap object: an index of the first ends up in the second.
// OMEN: defect out-of-bounds write
// OMEN: asan-blind it looks at whole objects only
#include "../defects.h"
struct entry {
  char name[8];
  char value[8];
};
NOINLINE void put(struct entry *e, unsigned at, char c) {
  e->name[at] = c; // @BAD
}
int main(void) {
  struct entry *e = calloc(1, sizeof *e);
  put(e, 7u + (unsigned)bad, 'x');
  printf("%d\n", e->name[7] == 'x' || bad);
  free(e);
  return 0;
}
