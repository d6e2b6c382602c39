// Both look whether something is in it, and both pop the last one: the size is then below nothing.
// OMEN: incident assertion SUM cause race * ASK POP
// OMEN: or cause race * POP POP
// OMEN: maybe * ASK POP class spec-violated consequence assertion
// OMEN: maybe * POP POP class spec-violated consequence assertion
// OMEN: maybe * POP POP class k-witness-harmless
// OMEN: levels O0
#include <cassert>
#include <thread>
#include <vector>
static std::vector<int> items{1, 2, 3};
static void pop() {
  for (int i = 0; i < 2; i++)
    if (!items.empty()) // @ASK
      items.pop_back(); // @POP
}
int main() {
  std::thread a(pop), b(pop);
  a.join();
  b.join();
  assert(items.size() <= 3); // @SUM
}
