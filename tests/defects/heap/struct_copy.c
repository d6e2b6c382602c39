// A struct is assigned from a block that is shorter than it.
// OMEN: defect out-of-bounds read heap
#include "../defects.h"
struct record {
  int id;
  char name[20];
};
static struct record kept;
int main(void) {
  char *p = calloc(1, sizeof(struct record) - (size_t)(8 * bad));
  p[0] = 7;
  kept = *(struct record *)p; // @BAD
  printf("%d\n", kept.id);
  free(p);
  return 0;
}
