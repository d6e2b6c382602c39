// std::latch: one worker counts down before it writes.
// OMEN: race out A:w B:r
// OMEN: twin latch_ok.cpp
#include <latch>
#include <thread>
int out[2];
int main() {
  std::latch done(2);
  auto worker = [&done](int i) {
    done.count_down();
    out[i] = i; // @A
  };
  std::thread a(worker, 0), b(worker, 1);
  done.wait();
  int sum = out[0] + out[1]; // @B
  a.join();
  b.join();
  return sum > 1;
}
