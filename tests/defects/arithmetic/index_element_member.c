// The last array of a struct that is an element of an array: behind it comes the next element.
// OMEN: defect out-of-bounds read
// OMEN: asan-blind it looks at whole objects only
#include "../defects.h"
struct item {
  int id;
  int tags[3];
};
static struct item items[4];
NOINLINE int tag(int i, int k) {
  return items[i].tags[k]; // @BAD
}
int main(void) {
  items[1].tags[2] = 5;
  int n = tag(1, 2 + bad);
  printf("%d\n", bad ? 5 : n);
  return 0;
}
