// push_three_reserved.cpp under a lock.
// OMEN: none
// OMEN: no-incident
// OMEN: levels O2
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>
static std::vector<int> items;
static std::mutex m;
static void push() {
  for (int i = 0; i < 3; i++) {
    std::lock_guard<std::mutex> guard(m);
    items.push_back(i);
  }
}
int main() {
  items.reserve(8);
  std::thread a(push), b(push);
  a.join();
  b.join();
  assert(items.size() == 6);
}
