// A struct is assigned as a whole while another thread writes one of its fields.
// OMEN: race * A:r B:w
// OMEN: twin struct_copy_ok.c
#include "../corpus.h"
struct big {
  int v[24];
} from[2], to;
NOINLINE void copy(void) { to = from[0]; } // @A
void *first(void *p) {
  copy();
  return p;
}
void *second(void *p) {
  from[0].v[17] = 1; // @B
  return p;
}
int main(void) {
  both(first, second);
  return to.v[17] > 1;
}
