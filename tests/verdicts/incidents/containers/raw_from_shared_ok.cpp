// Each has a shared pointer of its own.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O2
#include <memory>
#include <thread>
static volatile int got;
static void use(std::shared_ptr<int> mine) { got = *mine; }
static void give_up(std::shared_ptr<int> mine) { mine.reset(); }
int main() {
  auto shared = std::make_shared<int>(7);
  std::thread a(use, shared), b(give_up, shared);
  a.join();
  b.join();
}
