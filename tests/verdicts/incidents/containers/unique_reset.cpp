// Looked at, reset by the other, and followed: to nowhere, or to what was deleted.
// OMEN: incident crash USE cause race * ASK RESET
// OMEN: or cause race * USE RESET
// OMEN: incident use-after-free USE cause race * USE RESET
// OMEN: or cause race * ASK RESET
// OMEN: maybe * ASK RESET class spec-violated consequence crash
// OMEN: maybe * ASK RESET class spec-violated consequence use-after-free
// OMEN: maybe * USE RESET class spec-violated consequence use-after-free
// OMEN: maybe * USE RESET class spec-violated consequence crash
// OMEN: levels O0
// OMEN: native-blind chance does not bring both about; a sleep before the use does
#include <memory>
#include <thread>
static std::unique_ptr<int> owned = std::make_unique<int>(7);
static volatile int got;
static void use() {
  if (owned)      // @ASK
    got = *owned; // @USE
}
static void reset() {
  owned.reset(); // @RESET
}
int main() {
  std::thread a(use), b(reset);
  a.join();
  b.join();
}
