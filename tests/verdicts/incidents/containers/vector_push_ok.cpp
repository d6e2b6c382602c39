// Pushed under a lock.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O2
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>
static std::vector<int> items;
static std::mutex lock;
static void push() {
  for (int i = 0; i < 2; i++) {
    std::lock_guard<std::mutex> held(lock);
    items.push_back(i);
  }
}
int main() {
  std::thread a(push), b(push);
  a.join();
  b.join();
  assert(items.size() == 4);
}
