// As many as are popped are in it.
// OMEN: no-incident
// OMEN: maybe * ASK POP class k-witness-harmless
// OMEN: maybe * POP POP class k-witness-harmless
// OMEN: levels O0
#include <cassert>
#include <thread>
#include <vector>
static std::vector<int> items{1, 2, 3, 4};
static void pop() {
  for (int i = 0; i < 2; i++)
    if (!items.empty()) // @ASK
      items.pop_back(); // @POP
}
int main() {
  std::thread a(pop), b(pop);
  a.join();
  b.join();
  assert(items.size() <= 3);
}
