// std::shared_mutex: a write under the shared lock.
// OMEN: race x A:w A:w
// OMEN: twin shared_mutex_ok.cpp
#include <mutex>
#include <shared_mutex>
#include <thread>
int x;
std::shared_mutex m;
int total;
void writer() {
  std::shared_lock lock(m);
  x = 1; // @A
}
int main() {
  std::thread a(writer), b(writer);
  {
    std::shared_lock lock(m);
    total = 1;
  }
  a.join();
  b.join();
  return x == 0;
}
