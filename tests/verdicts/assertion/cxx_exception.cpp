// An exception that nobody catches.
// OMEN: verdict limit * * class spec-violated consequence assertion
#include <stdexcept>
#include <thread>
static volatile int limit = 1;
static void check() {
  if (limit > 5) throw std::runtime_error("too many"); // @ASK
}
static void raise_it() { limit = 9; } // @SET
int main() {
  std::thread a(check), b(raise_it);
  a.join();
  b.join();
}
