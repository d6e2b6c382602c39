// std::array: data() behind the end.
// OMEN: defect out-of-bounds read stack
#include "../defects.h"
#include <array>
int main() {
  std::array<int, 6> a{1, 2, 3, 4, 5, 6};
  const int *p = a.data();
  int v = p[5 + bad]; // @BAD
  printf("%d\n", v == 6 || bad);
  return 0;
}
