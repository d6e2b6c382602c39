// The first is asked for by a checked access, after a look whether there is one. Nobody catches what it throws.
// OMEN: incident assertion * cause race * ASK|TAKE POP
// OMEN: maybe * ASK POP class spec-violated consequence assertion
// OMEN: maybe * TAKE POP class spec-violated consequence assertion
// OMEN: maybe * ASK POP class k-witness-harmless
// OMEN: maybe * TAKE POP class k-witness-harmless
// OMEN: levels O0
#include <deque>
#include <thread>
static std::deque<int> jobs{1};
static volatile int got;
static void take() {
  if (!jobs.empty())  // @ASK
    got = jobs.at(0); // @TAKE
}
static void pop() {
  jobs.pop_front(); // @POP
}
int main() {
  std::thread a(take), b(pop);
  a.join();
  b.join();
}
