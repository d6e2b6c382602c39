// std::latch: every worker writes, then counts down.
// OMEN: none
#include <latch>
#include <thread>
int out[2];
int main() {
  std::latch done(2);
  auto worker = [&done](int i) {
    out[i] = i;
    done.count_down();
  };
  std::thread a(worker, 0), b(worker, 1);
  done.wait();
  int sum = out[0] + out[1];
  a.join();
  b.join();
  return sum > 1;
}
