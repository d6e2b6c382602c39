// Only the raw pointer is taken from the shared one, which the other then gives up.
// OMEN: incident use-after-free USE cause race * USE RESET
// OMEN: or cause race * TAKE RESET
// OMEN: verdict * USE RESET class spec-violated consequence use-after-free
// OMEN: maybe * TAKE RESET class k-witness-harmless
// OMEN: maybe * TAKE RESET class spec-violated consequence use-after-free
// OMEN: levels O2
#include <memory>
#include <thread>
static std::shared_ptr<int> shared = std::make_shared<int>(7);
static volatile int got;
static void use() {
  int *raw = shared.get(); // @TAKE
  if (raw) got = *raw;     // @USE
}
static void give_up() {
  shared.reset(); // @RESET
}
int main() {
  std::thread a(use), b(give_up);
  a.join();
  b.join();
}
