// std::call_once, with a first call that throws and so does not count.
// OMEN: none
#include <mutex>
#include <stdexcept>
#include <thread>
int table, sink;
std::once_flag once;
void init() { table = 5; }
void careful() { std::call_once(once, init); }
void careless() {
  std::call_once(once, init);
  if (table > 5) sink = 1;
}
int main() {
  try {
    std::call_once(once, [] { throw std::runtime_error("not yet"); });
  } catch (const std::exception &) {
  }
  std::thread a(careful), b(careless);
  a.join();
  b.join();
  return 0;
}
