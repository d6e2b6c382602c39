// The last array of a struct may be used as a flexible one, but has a beginning.
// OMEN: defect out-of-bounds write
// OMEN: asan-blind it looks at whole objects only
#include "../defects.h"
struct packet {
  long header;
  char data[4];
};
NOINLINE void put(struct packet *p, int at) {
  p->data[at] = 1; // @BAD
}
int main(void) {
  struct packet *p = calloc(1, sizeof *p + 16);
  put(p, bad ? -1 : 15);
  printf("%d\n", bad || p->data[15]);
  free(p);
  return 0;
}
