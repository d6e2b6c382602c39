// std::atomic_flag as a spin lock whose clear is relaxed.
// OMEN: race x A:rw A:rw
// OMEN: twin atomic_flag_ok.cpp
#include <atomic>
#include <thread>
std::atomic_flag lock = ATOMIC_FLAG_INIT;
int x;
void worker() {
  while (lock.test_and_set(std::memory_order_acquire)) continue;
  x++; // @A
  lock.clear(std::memory_order_relaxed);
}
int main() {
  std::thread a(worker), b(worker);
  a.join();
  b.join();
  return x != 2;
}
