// std::recursive_timed_mutex: the outer unlock comes too early.
// OMEN: race x A:w B:w sometimes
// OMEN: twin recursive_timed_mutex_ok.cpp
#include <chrono>
#include <mutex>
#include <thread>
int x;
std::recursive_timed_mutex m;
void nested() {
  m.lock();
  if (!m.try_lock_for(std::chrono::hours(1))) return;
  m.unlock();
  m.unlock();
  x = 1; // @A
}
void simple() {
  std::unique_lock lock(m, std::chrono::hours(1));
  if (lock) x = 2; // @B
}
int main() {
  std::thread a(nested), b(simple);
  a.join();
  b.join();
  return x == 0;
}
