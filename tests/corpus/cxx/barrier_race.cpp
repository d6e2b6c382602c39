// std::barrier: both threads touch the same cell in one phase.
// OMEN: race cell A:w B:r
// OMEN: twin barrier_ok.cpp
#include <barrier>
#include <thread>
int cell[2], steps, sum[2];
int main() {
  auto complete = []() noexcept { steps++; };
  std::barrier sync(2, complete);
  auto worker = [&sync](int me) {
    for (int i = 0; i < 3; i++) {
      cell[me] = i; // @A
      sum[me] += cell[1 - me]; // @B
      sync.arrive_and_wait();
    }
  };
  std::thread a(worker, 0), b(worker, 1);
  a.join();
  b.join();
  return steps != 3;
}
