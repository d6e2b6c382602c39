// std::barrier: cells change hands from phase to phase; the completion step runs alone.
// OMEN: none
#include <barrier>
#include <thread>
int cell[2], steps, sum[2];
int main() {
  auto complete = []() noexcept { steps++; };
  std::barrier sync(2, complete);
  auto worker = [&sync](int me) {
    for (int i = 0; i < 3; i++) {
      cell[me] = i;
      sync.arrive_and_wait();
      sum[me] += cell[1 - me];
      sync.arrive_and_wait();
    }
  };
  std::thread a(worker, 0), b(worker, 1);
  a.join();
  b.join();
  return steps != 6 || sum[0] != 3;
}
