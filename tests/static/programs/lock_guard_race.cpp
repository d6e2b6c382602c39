// SCAN: race x
#include "scan.h"
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>
static std::mutex m;
static int x;
int main() {
  std::thread t([] {
    { std::lock_guard<std::mutex> g(m); }
    x++;
  });
  std::thread u([] {
    std::lock_guard<std::mutex> g(m);
    x--;
  });
  t.join();
  u.join();
  return 0;
}
