// std::string: a long one lives on the heap; far behind its end is nothing of it.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
#include <string>
int main() {
  std::string s(40, 'x');
  s.shrink_to_fit();
  char *p = &s[0];
  p[bad ? 41 : 39] = 'y'; // @BAD
  printf("%zu\n", s.size());
  return 0;
}
