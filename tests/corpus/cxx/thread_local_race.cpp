// A thread_local of one thread, given to the other by pointer.
// OMEN: race * A:w B:w
// OMEN: twin thread_local_ok.cpp
#include <atomic>
#include <latch>
#include <thread>
struct counter {
  int n = 0;
  ~counter() { n = -1; }
};
thread_local counter mine;
std::atomic<counter *> given;
std::latch both_there(2);
void owner() {
  given = &mine;
  both_there.arrive_and_wait();
  mine.n = 1; // @A
  while (given) std::this_thread::yield();
}
void other() {
  both_there.arrive_and_wait();
  given.load()->n = 2; // @B
  given = nullptr;
}
int main() {
  std::thread a(owner), b(other);
  a.join();
  b.join();
  return 0;
}
