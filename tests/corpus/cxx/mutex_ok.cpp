// std::mutex with lock_guard, unique_lock and scoped_lock.
// OMEN: none
#include <mutex>
#include <thread>
int x;
std::mutex m, other;
void locks() {
  std::lock_guard<std::mutex> guard(m);
  x++;
}
void second() {
  std::scoped_lock guard(other, m);
  x++;
}
int main() {
  std::thread a(locks), b(second);
  a.join();
  b.join();
  std::unique_lock<std::mutex> lock(m, std::defer_lock);
  if (!lock.try_lock()) return 1;
  return x == 0;
}
