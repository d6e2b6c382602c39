// Moved into the thread that uses it.
// OMEN: no-incident
// OMEN: verdict got USE USE class k-witness-harmless
// OMEN: levels O0
#include <memory>
#include <thread>
static volatile int got;
static void use(std::unique_ptr<int> mine) {
  got = *mine; // @USE
}
int main() {
  std::thread a(use, std::make_unique<int>(7)), b(use, std::make_unique<int>(8));
  a.join();
  b.join();
}
