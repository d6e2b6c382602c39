// There is room: nothing moves, and the reader looks at what was there before.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O2
#include <thread>
#include <vector>
static std::vector<int> items;
static volatile int sum;
static void look() {
  const int *now = items.data();
  sum = 0;
  sum = sum + now[1];
}
static void push() { items.push_back(3); }
int main() {
  items.reserve(4);
  items.push_back(1);
  items.push_back(2);
  std::thread a(look), b(push);
  a.join();
  b.join();
}
