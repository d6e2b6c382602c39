// Both under the lock.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O2
#include <list>
#include <mutex>
#include <thread>
static std::list<int> items{1, 2, 3};
static std::mutex lock;
static volatile int sum;
static void walk() {
  std::lock_guard<std::mutex> held(lock);
  for (int i : items) sum = sum + i;
}
static void erase() {
  std::lock_guard<std::mutex> held(lock);
  items.erase(++items.begin());
}
int main() {
  std::thread a(walk), b(erase);
  a.join();
  b.join();
}
