// Asked and taken under the lock that is popped under.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O2
#include <deque>
#include <mutex>
#include <thread>
static std::deque<int> jobs{1};
static std::mutex lock;
static volatile int got;
static void take() {
  std::lock_guard<std::mutex> held(lock);
  if (!jobs.empty()) got = jobs.at(0);
}
static void pop() {
  std::lock_guard<std::mutex> held(lock);
  jobs.pop_front();
}
int main() {
  std::thread a(take), b(pop);
  a.join();
  b.join();
}
