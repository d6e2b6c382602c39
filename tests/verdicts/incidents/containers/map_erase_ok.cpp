// Another lock, another entry: what is found is not what is erased.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O2
#include <map>
#include <mutex>
#include <thread>
static std::map<int, int> ages{{1, 10}};
static std::mutex lock;
static volatile int got;
static void look() {
  std::lock_guard<std::mutex> held(lock);
  auto found = ages.find(1);
  if (found != ages.end()) got = found->second;
}
static void forget() {
  std::lock_guard<std::mutex> held(lock);
  ages.erase(1);
}
int main() {
  std::thread a(look), b(forget);
  a.join();
  b.join();
}
