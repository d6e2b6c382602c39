// std::atomic wait and notify: the store releases the data.
// OMEN: none
#include <atomic>
#include <thread>
std::atomic<int> flag;
int data, seen;
void waiter() {
  flag.wait(0);
  seen = data;
}
void waker() {
  data = 1;
  flag.store(1);
  flag.notify_one();
}
int main() {
  std::thread a(waiter), b(waker);
  a.join();
  b.join();
  return seen > 1;
}
