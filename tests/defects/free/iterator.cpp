// A reference into a vector that has grown since.
// OMEN: defect use-after-free write heap
#include "../defects.h"
#include <vector>
int main() {
  std::vector<int> v(4, 1);
  v.shrink_to_fit();
  if (!bad) v.reserve(100);
  int &first = v[0];
  v.push_back(2);
  first = 3; // @BAD
  printf("%zu\n", v.size());
  return 0;
}
