// An exception carries a pointer to the thrower, who goes on writing.
// OMEN: race data A:w B:r
// OMEN: twin exception_across_threads_ok.cpp
#include <future>
#include <stdexcept>
#include <thread>
int data;
int main() {
  std::promise<int> p;
  auto f = p.get_future();
  std::thread t([&p] {
    try {
      throw std::runtime_error("as planned");
    } catch (...) {
      p.set_exception(std::current_exception());
    }
    data = 1; // @A
  });
  int seen = 9;
  try {
    f.get();
  } catch (const std::runtime_error &) {
    seen = data; // @B
  }
  t.join();
  return seen > 1;
}
