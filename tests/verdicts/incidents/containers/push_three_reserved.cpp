// Two threads push three elements each into a vector with room for all: elements are lost, since both write to the same place.
// OMEN: incident assertion SUM cause race * PUSH PUSH
// OMEN: maybe * PUSH PUSH class spec-violated consequence assertion
// OMEN: maybe * PUSH PUSH class k-witness-harmless
// OMEN: levels O2
#include <cassert>
#include <thread>
#include <vector>
static std::vector<int> items;
static void push() {
  for (int i = 0; i < 3; i++)
    items.push_back(i); // @PUSH
}
int main() {
  items.reserve(8);
  std::thread a(push), b(push);
  a.join();
  b.join();
  assert(items.size() == 6); // @SUM
}
