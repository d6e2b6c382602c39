// c_str() of a temporary.
// OMEN: defect use-after-free read heap
#include "../defects.h"
#include <string>
NOINLINE std::string name() { return std::string(50, 'n'); }
int main() {
  std::string kept = name();
  const char *s = kept.c_str();
  if (bad) s = std::string(kept).c_str();
  char c = s[49]; // @BAD
  printf("%d\n", c == 'n' || bad);
  return 0;
}
