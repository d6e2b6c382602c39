// std::array as a member of a heap object.
// OMEN: defect out-of-bounds
// OMEN: asan-blind it looks at whole objects only
#include "../defects.h"
#include <array>
struct state {
  std::array<int, 4> a;
  std::array<int, 4> b;
};
NOINLINE int get(state *s, unsigned i) {
  return s->a[i]; // @BAD
}
int main() {
  auto *s = new state{};
  s->a[3] = 1;
  int n = get(s, 3u + (unsigned)bad);
  printf("%d\n", bad ? 1 : n);
  delete s;
}
