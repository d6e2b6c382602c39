// A raw pointer out of a shared_ptr outlives it.
// OMEN: defect use-after-free read heap
#include "../defects.h"
#include <memory>
int main() {
  auto p = std::make_shared<long>(8);
  long *raw = p.get();
  if (bad) p.reset();
  printf("%d\n", *raw == 8 || bad); // @BAD
  return 0;
}
