// std::atomic_flag as a spin lock.
// OMEN: none
#include <atomic>
#include <thread>
std::atomic_flag lock = ATOMIC_FLAG_INIT;
int x;
void worker() {
  while (lock.test_and_set(std::memory_order_acquire)) continue;
  x++;
  lock.clear(std::memory_order_release);
}
int main() {
  std::thread a(worker), b(worker);
  a.join();
  b.join();
  return x != 2;
}
