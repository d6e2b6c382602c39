// SCAN: none
#include "scan.h"
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>
static std::shared_mutex m;
static int x;
int main() {
  std::thread t([] {
    std::shared_lock<std::shared_mutex> g(m);
    if (x) puts("x");
  });
  std::thread u([] {
    std::unique_lock<std::shared_mutex> g(m);
    x--;
  });
  t.join();
  u.join();
  return 0;
}
