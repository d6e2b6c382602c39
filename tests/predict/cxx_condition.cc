/* predicted: race value
 * twin (-DGUARDED): the condition is the one that is meant */
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::mutex l;
std::condition_variable c;
int value, any, first, copy;
int main() {
  std::thread a([] {
    value = 1;
    std::lock_guard<std::mutex> g(l);
    any = first = 1;
    c.notify_all();
  });
  std::thread other([] {
    std::lock_guard<std::mutex> g(l);
    any = 1;
    c.notify_all();
  });
  std::thread b([] {
    {
      std::unique_lock<std::mutex> g(l);
#ifdef GUARDED
      c.wait(g, [] { return first; });
#else
      c.wait(g, [] { return any; });
#endif
    }
    copy = value;
  });
  a.join();
  other.join();
  b.join();
}
