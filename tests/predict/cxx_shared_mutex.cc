/* predicted: race value
 * twin (-DGUARDED): the flag under the lock decides */
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex l;
int value, ready, copy;
int main() {
  std::thread a([] {
    value = 1;
    std::unique_lock<std::shared_mutex> g(l);
    ready = 1;
  });
  std::thread b([] {
    int go;
    {
      std::shared_lock<std::shared_mutex> g(l);
      go = ready;
    }
#ifdef GUARDED
    if (!go) return;
#endif
    (void)go;
    copy = value;
  });
  a.join();
  b.join();
}
