// std::mutex with lock_guard on one side only.
// OMEN: race x A:rw B:rw
// OMEN: twin mutex_ok.cpp
#include <mutex>
#include <thread>
int x;
std::mutex m, other;
void locks() {
  std::lock_guard<std::mutex> guard(m);
  x++; // @A
}
void second() {
  std::scoped_lock guard(other);
  x++; // @B
}
int main() {
  std::thread a(locks), b(second);
  a.join();
  b.join();
  return x == 0;
}
