// A thread_local with constructor and destructor: every thread has its own.
// OMEN: none
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
  mine.n = 1;
}
void other() {
  both_there.arrive_and_wait();
  mine.n = 2;
  given = nullptr;
}
int main() {
  std::thread a(owner), b(other);
  a.join();
  b.join();
  return 0;
}
