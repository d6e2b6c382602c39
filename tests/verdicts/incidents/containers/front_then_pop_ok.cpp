// One call, which says whether there was one.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O2
#include <mutex>
#include <thread>
#include <vector>
static std::mutex lock;
static std::vector<int> jobs{1, 2, 3};
[[gnu::noinline]] static bool take(int *job) {
  std::lock_guard<std::mutex> held(lock);
  if (jobs.empty()) return false;
  *job = jobs.back();
  jobs.pop_back();
  return true;
}
static void work() {
  int job;
  while (take(&job)) {}
}
int main() {
  std::thread a(work), b(work);
  a.join();
  b.join();
}
