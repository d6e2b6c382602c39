// Two lock_guards in opposite order, where one scoped_lock would do.
// OMEN: defect potential-deadlock
#include "../defects.h"
#include <mutex>
#include <thread>
static std::mutex a, b;
NOINLINE static void move(std::mutex &from, std::mutex &to) {
  if (!bad) {
    std::scoped_lock both(from, to);
    return;
  }
  std::lock_guard<std::mutex> first(from);
  std::lock_guard<std::mutex> second(to); // @BAD
}
int main() {
  std::thread t([] { move(a, b); }), u([] { move(b, a); });
  t.join();
  u.join();
  puts("done");
  return 0;
}
