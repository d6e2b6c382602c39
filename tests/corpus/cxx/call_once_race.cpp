// std::call_once, past which one reader goes.
// OMEN: race table A:w B:r
// OMEN: twin call_once_ok.cpp
#include <mutex>
#include <stdexcept>
#include <thread>
int table, sink;
std::once_flag once;
void init() { table = 5; } // @A
void careful() { std::call_once(once, init); }
void careless() {
  if (table > 5) sink = 1; // @B
}
int main() {
  std::thread a(careful), b(careless);
  a.join();
  b.join();
  return 0;
}
