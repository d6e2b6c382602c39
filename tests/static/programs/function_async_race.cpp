// SCAN: race total
#include "scan.h"
#include <functional>
#include <future>
int main() {
  int total = 0;
  std::function<void(int)> add = [&total](int n) { total += n; };
  auto f = std::async(std::launch::async, add, 2), g = std::async(std::launch::async, [&] { add(3); });
  f.get();
  g.get();
  return total != 5;
}
