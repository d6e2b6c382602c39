// Many tasks and futures over shared pointers; the tasks also count without a lock.
// OMEN: race done A:rw A:rw
// OMEN: twin async_heavy_ok.cpp
#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <vector>
struct job {
  int n;
  std::vector<int> parts;
};
int done;
std::mutex m;
std::condition_variable_any finished;
int work(std::shared_ptr<job> j, int part) {
  j->parts[part] = part * j->n;
  done++; // @A
  finished.notify_all();
  return j->parts[part];
}
int main() {
  auto j = std::make_shared<job>();
  j->n = 3;
  j->parts.resize(24);
  std::vector<std::future<int>> futures;
  for (int i = 0; i < 24; i++) futures.push_back(std::async(std::launch::async, work, j, i));
  int sum = 0;
  for (auto &f : futures) sum += f.get();
  return sum != 3 * 23 * 24 / 2;
}
