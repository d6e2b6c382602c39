// The entry that was found is erased before it is looked into.
// OMEN: incident use-after-free USE cause race * USE ERASE
// OMEN: or cause race * FIND ERASE
// OMEN: maybe-incident use-after-free FIND cause race * FIND ERASE
// OMEN: verdict * USE ERASE class spec-violated consequence use-after-free
// OMEN: maybe * FIND ERASE class k-witness-harmless
// OMEN: maybe * FIND ERASE class single-ordering
// OMEN: maybe * FIND ERASE class spec-violated consequence use-after-free
// OMEN: maybe * ASK ERASE class k-witness-harmless
// OMEN: levels O0
#include <map>
#include <thread>
static std::map<int, int> ages{{1, 10}};
static volatile int got;
static void look() {
  auto found = ages.find(1); // @FIND
  if (found != ages.end())   // @ASK
    got = found->second;     // @USE
}
static void forget() {
  ages.erase(1); // @ERASE
}
int main() {
  std::thread a(look), b(forget);
  a.join();
  b.join();
}
