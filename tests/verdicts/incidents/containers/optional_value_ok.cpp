// Asked for with something to fall back to.
// OMEN: no-incident
// OMEN: maybe * VALUE RESET class k-witness-harmless
// OMEN: levels O0
#include <optional>
#include <thread>
static std::optional<int> setting = 7;
static volatile int got;
static void use() {
  for (int i = 0; i < 2; i++) got = setting.value_or(3); // @VALUE
}
static void reset() {
  setting.reset(); // @RESET
}
int main() {
  std::thread a(use), b(reset);
  a.join();
  b.join();
}
