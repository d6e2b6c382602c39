// std::recursive_timed_mutex: held until the outer unlock.
// OMEN: none
#include <chrono>
#include <mutex>
#include <thread>
int x;
std::recursive_timed_mutex m;
void nested() {
  m.lock();
  if (!m.try_lock_for(std::chrono::hours(1))) return;
  m.unlock();
  x = 1;
  m.unlock();
}
void simple() {
  std::unique_lock lock(m, std::chrono::hours(1));
  if (lock) x = 2;
}
int main() {
  std::thread a(nested), b(simple);
  a.join();
  b.join();
  return x == 0;
}
