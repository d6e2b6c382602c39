// An exception thrown in a task arrives in get(), with all that its thrower did before.
// OMEN: none
#include <future>
#include <stdexcept>
#include <thread>
int data;
int main() {
  std::promise<int> p;
  auto f = p.get_future();
  std::thread t([&p] {
    data = 1;
    try {
      throw std::runtime_error("as planned");
    } catch (...) {
      p.set_exception(std::current_exception());
    }
  });
  int seen = 9;
  try {
    f.get();
  } catch (const std::runtime_error &) {
    seen = data;
  }
  t.join();
  return seen > 1;
}
