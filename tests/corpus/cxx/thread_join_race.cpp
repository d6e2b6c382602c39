// std::thread: main reads before join.
// OMEN: race x A:w B:r
// OMEN: twin thread_join_ok.cpp
#include <thread>
int x;
int main() {
  std::thread t([] {
    x = 1; // @A
  });
  int seen = x; // @B
  t.join();
  return seen > 1;
}
