// A struct is assigned as a whole while another thread writes the struct beside it.
// OMEN: none
#include "../corpus.h"
struct big {
  int v[24];
} from[2], to;
NOINLINE void copy(void) { to = from[0]; }
void *first(void *p) {
  copy();
  return p;
}
void *second(void *p) {
  from[1].v[17] = 1;
  return p;
}
int main(void) {
  both(first, second);
  return to.v[17] > 1;
}
