// std::vector: data() is read at size(), where the capacity ends, too.
// OMEN: defect out-of-bounds read heap
#include "../defects.h"
#include <vector>
int main() {
  std::vector<int> v(9, 2);
  v.shrink_to_fit();
  const int *p = v.data();
  int s = p[8 + bad]; // @BAD
  printf("%d\n", s == 2 || bad);
  return 0;
}
