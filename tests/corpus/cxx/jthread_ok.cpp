// std::jthread: stops at the stop_token, joins when it is destroyed; a stop_callback runs in the stopping thread.
// OMEN: none
#include <atomic>
#include <stop_token>
#include <thread>
int x, called;
int main() {
  int seen = 0;
  {
    std::jthread t([](std::stop_token st) {
      while (!st.stop_requested()) std::this_thread::yield();
      x = 1;
    });
    std::stop_callback note(t.get_stop_token(), [] { called = 1; });
    t.request_stop();
  }
  seen = x;
  return seen > 1 || called != 1;
}
