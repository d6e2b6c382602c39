// std::atomic wait and notify, with the data written after the store.
// OMEN: race data A:w B:r
// OMEN: twin atomic_wait_ok.cpp
#include <atomic>
#include <thread>
std::atomic<int> flag;
int data, seen;
void waiter() {
  flag.wait(0);
  seen = data; // @B
}
void waker() {
  flag.store(1);
  flag.notify_one();
  data = 1; // @A
}
int main() {
  std::thread a(waiter), b(waker);
  a.join();
  b.join();
  return seen > 1;
}
