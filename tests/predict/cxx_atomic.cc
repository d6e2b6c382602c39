/* predicted: race value
 * twin (-DGUARDED): the count decides */
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::atomic<int> n;
int value, copy;
int main() {
  std::thread a([] {
    value = 1;
    n.fetch_add(1);
  });
  std::thread b([] {
    int before = n.fetch_add(1);
#ifdef GUARDED
    if (!before) return;
#endif
    (void)before;
    copy = value;
  });
  a.join();
  b.join();
}
