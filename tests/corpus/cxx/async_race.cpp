// std::async: main writes what the task writes, before get().
// OMEN: race x A:w B:w
// OMEN: twin async_ok.cpp
#include <future>
int x;
int task() {
  x = 1; // @A
  return 2;
}
int main() {
  auto f = std::async(std::launch::async, task);
  x = 3; // @B
  int got = f.get();
  return got != 2 || x == 0;
}
