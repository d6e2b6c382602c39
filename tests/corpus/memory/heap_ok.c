// Two threads write different fields of one heap object.
// OMEN: none
#include "../corpus.h"
struct object {
  int left, right;
} *o;
NOINLINE void set_left(struct object *q) { q->left = 1; }
void *first(void *p) {
  set_left(o);
  return p;
}
void *second(void *p) {
  o->right = 2;
  return p;
}
int main(void) {
  o = calloc(1, sizeof *o);
  both(first, second);
  int sum = o->left + o->right;
  free(o);
  return sum == 0;
}
