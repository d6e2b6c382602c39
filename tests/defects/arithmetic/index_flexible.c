// A flexible array is as long as its block; what is behind that is not.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
struct packet {
  int n;
  int data[];
};
struct old {
  int n;
  int data[1];
};
NOINLINE void put(struct packet *p, struct old *o, int at) {
  o->data[3] = 2;
  p->data[at] = 1; // @BAD
}
int main(void) {
  struct packet *p = calloc(1, sizeof *p + 6 * sizeof(int));
  struct old *o = calloc(1, sizeof *o + 6 * sizeof(int));
  put(p, o, 5 + bad);
  printf("%d %d\n", bad || p->data[5], o->data[3]);
  free(p);
  free(o);
  return 0;
}
