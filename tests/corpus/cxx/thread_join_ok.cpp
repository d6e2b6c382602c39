// std::thread: main reads after join.
// OMEN: none
#include <thread>
int x;
int main() {
  std::thread t([] {
    x = 1;
  });
  t.join();
  int seen = x;
  return seen > 1;
}
