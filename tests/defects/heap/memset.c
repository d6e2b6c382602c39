// memset with the size of another struct.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
struct small {
  long a[3];
};
struct large {
  long a[5];
};
int main(void) {
  struct small *s = malloc(sizeof *s);
  memset(s, 0, bad ? sizeof(struct large) : sizeof(struct small)); // @BAD
  printf("%ld\n", s->a[1]);
  free(s);
  return 0;
}
