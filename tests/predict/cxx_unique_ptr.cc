/* predicted: crash object
 * twin (-DGUARDED): the pointer is asked under the lock */
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::mutex l;
std::unique_ptr<int> object;
int n, copy;
static void visit() {
  std::lock_guard<std::mutex> g(l);
  n++;
}
int main() {
  std::thread a([] {
#ifdef GUARDED
    std::lock_guard<std::mutex> g(l);
    object.reset(new int(4));
#else
    object.reset(new int(4));
    visit();
#endif
  });
  std::thread b([] {
    visit();
#ifdef GUARDED
    std::lock_guard<std::mutex> g(l);
    if (!object) return;
#endif
    copy = *object;
  });
  a.join();
  b.join();
}
