// SCAN: none
#include "scan.h"
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>
static std::mutex m;
static std::condition_variable c;
static int x;
int main() {
  std::thread t([] {
    std::unique_lock<std::mutex> g(m);
    while (!x) c.wait(g);
    x++;
  });
  std::thread u([] {
    std::lock_guard<std::mutex> g(m);
    x = 1;
    c.notify_one();
  });
  t.join();
  u.join();
  return 0;
}
