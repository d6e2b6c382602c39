// No race: each call of the queue is locked, but whether there is one and taking it are two calls.
// OMEN: incident assertion * cause atomicity EMPTY TAKING
// OMEN: none
// OMEN: levels O2
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>
static std::mutex lock;
static std::vector<int> jobs{1, 2, 3};
[[gnu::noinline]] static bool empty() {
  std::lock_guard<std::mutex> held(lock); // @EMPTY
  bool none = jobs.empty();
  return none;
} // @EMPTY
[[gnu::noinline]] static int take() {
  std::lock_guard<std::mutex> held(lock); // @TAKING
  if (jobs.empty()) throw std::out_of_range("no job");
  int job = jobs.back();
  jobs.pop_back();
  return job;
} // @TAKING
static void work() {
  while (!empty()) take();
}
int main() {
  std::thread a(work), b(work);
  a.join();
  b.join();
}
