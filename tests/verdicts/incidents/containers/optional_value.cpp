// There is a value, and when it is asked for there is none: it throws, and nobody catches.
// OMEN: incident assertion * cause race * ASK RESET
// OMEN: or cause race * RESET VALUE
// OMEN: verdict * ASK RESET class spec-violated consequence assertion
// OMEN: maybe * VALUE RESET class spec-violated consequence assertion
// OMEN: levels O0
#include <optional>
#include <thread>
static std::optional<int> setting = 7;
static volatile int got;
static void use() {
  for (int i = 0; i < 2; i++)
    if (setting.has_value()) // @ASK
      got = setting.value(); // @VALUE
}
static void reset() {
  setting.reset(); // @RESET
}
int main() {
  std::thread a(use), b(reset);
  a.join();
  b.join();
}
