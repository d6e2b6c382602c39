// One walks through a list, the other erases the element where it stands.
// OMEN: incident use-after-free WALK|USE cause race * WALK|USE ERASE
// OMEN: maybe * WALK ERASE class spec-violated consequence use-after-free
// OMEN: maybe * USE ERASE class spec-violated consequence use-after-free
// OMEN: maybe * WALK ERASE class k-witness-harmless
// OMEN: maybe * USE ERASE class k-witness-harmless
// OMEN: levels O2
#include <list>
#include <thread>
static std::list<int> items{1, 2, 3};
static volatile int sum;
static void walk() {
  for (auto i = items.begin(); i != items.end(); ++i) // @WALK
    sum = sum + *i;                                   // @USE
}
static void erase() {
  items.erase(++items.begin()); // @ERASE
}
int main() {
  std::thread a(walk), b(erase);
  a.join();
  b.join();
}
