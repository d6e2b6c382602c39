// Two threads write one field of one heap object.
// OMEN: race * A:w B:w
// OMEN: twin heap_ok.c
#include "../corpus.h"
struct object {
  int left, right;
} *o;
NOINLINE void set_left(struct object *q) { q->left = 1; } // @A
void *first(void *p) {
  set_left(o);
  return p;
}
void *second(void *p) {
  o->left = 2; // @B
  return p;
}
int main(void) {
  o = calloc(1, sizeof *o);
  both(first, second);
  int sum = o->left + o->right;
  free(o);
  return sum == 0;
}
