// std::async: what the task wrote is read after get(); deferred tasks run in get().
// OMEN: none
#include <future>
int x;
int task() {
  x = 1;
  return 2;
}
int main() {
  auto f = std::async(std::launch::async, task);
  int got = f.get();
  x = 3;
  auto later = std::async(std::launch::deferred, task);
  got += later.get() - 2;
  return got != 2 || x == 0;
}
