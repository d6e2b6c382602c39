// std::jthread: main reads after request_stop, which does not wait.
// OMEN: race x A:w B:r
// OMEN: tsan-blind
// OMEN: twin jthread_ok.cpp
#include <atomic>
#include <stop_token>
#include <thread>
int x, called;
int main() {
  int seen = 0;
  {
    std::jthread t([](std::stop_token st) {
      while (!st.stop_requested()) std::this_thread::yield();
      x = 1; // @A
    });
    t.request_stop();
    seen = x; // @B
  }
  return seen > 1 + called;
}
