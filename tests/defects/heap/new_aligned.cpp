// new of an over-aligned type.
// OMEN: defect out-of-bounds read heap
#include "../defects.h"
struct alignas(64) line {
  int words[16] = {};
};
int main() {
  line *l = new line[2];
  int *p = l[0].words;
  int v = p[31 + bad]; // @BAD
  printf("%d\n", v == 0 || bad);
  delete[] l;
  return 0;
}
