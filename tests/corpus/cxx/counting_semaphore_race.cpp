// std::counting_semaphore with two permits around a counter.
// OMEN: race x A:rw A:rw
// OMEN: twin counting_semaphore_ok.cpp
#include <chrono>
#include <semaphore>
#include <thread>
int x;
std::counting_semaphore<2> s(2);
void worker() {
  s.acquire();
  x++; // @A
}
int main() {
  std::thread a(worker), b(worker);
  a.join();
  b.join();
  int seen = x;
  return seen == 0;
}
