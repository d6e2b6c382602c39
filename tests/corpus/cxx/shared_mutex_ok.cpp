// std::shared_mutex: reads under the shared lock, writes under the unique one.
// OMEN: none
#include <mutex>
#include <shared_mutex>
#include <thread>
int x;
std::shared_mutex m;
int total;
void writer() {
  std::unique_lock lock(m);
  x = 1;
}
int main() {
  std::thread a(writer), b(writer);
  {
    std::shared_lock lock(m);
    total = x;
  }
  a.join();
  b.join();
  return x == 0;
}
