// std::binary_semaphore as a lock, and a counting one as a handoff.
// OMEN: none
#include <chrono>
#include <semaphore>
#include <thread>
int x;
std::binary_semaphore s(1);
std::counting_semaphore<8> done(0);
void worker() {
  if (!s.try_acquire() && !s.try_acquire_for(std::chrono::hours(1))) return;
  x++;
  s.release();
  done.release();
}
int main() {
  std::thread a(worker), b(worker);
  done.acquire();
  done.acquire();
  int seen = x;
  a.join();
  b.join();
  return seen == 0;
}
