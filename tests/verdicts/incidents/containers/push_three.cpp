// Two threads push three elements each into a vector without a lock: elements are lost, memory is freed twice or used after it was freed.
// OMEN: incident assertion|crash|use-after-free|double-free|overflow|invalid-free * cause race * PUSH PUSH
// OMEN: or cause races * PUSH PUSH + * PUSH PUSH
// OMEN: maybe-incident assertion|crash|use-after-free|double-free|overflow|invalid-free * cause race * PUSH PUSH
// OMEN: or cause races * PUSH PUSH + * PUSH PUSH
// OMEN: maybe * PUSH PUSH class spec-violated consequence assertion
// OMEN: maybe * PUSH PUSH class spec-violated consequence crash
// OMEN: maybe * PUSH PUSH class spec-violated consequence use-after-free
// OMEN: maybe * PUSH PUSH class spec-violated consequence double-free
// OMEN: maybe * PUSH PUSH class spec-violated consequence overflow
// OMEN: maybe * PUSH PUSH class k-witness-harmless
// OMEN: maybe * PUSH PUSH class single-ordering
// OMEN: maybe * PUSH PUSH class not-judged
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
  std::thread a(push), b(push);
  a.join();
  b.join();
  assert(items.size() == 6); // @SUM
}
