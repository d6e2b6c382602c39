// The vector moves to a larger block while a reader looks into the old one.
// OMEN: incident use-after-free READ cause race * READ PUSH
// OMEN: or cause race * TAKE PUSH
// OMEN: verdict * READ PUSH class spec-violated consequence use-after-free
// OMEN: maybe * READ PUSH class k-witness-harmless
// OMEN: maybe * TAKE PUSH class k-witness-harmless
// OMEN: maybe * TAKE PUSH class spec-violated consequence use-after-free
// OMEN: levels O2
// OMEN: maybe * READ PUSH class single-ordering
#include <thread>
#include <vector>
static std::vector<int> items{1, 2};
static volatile int sum;
static void look() {
  const int *now = items.data(); // @TAKE
  sum = 0;
  sum = sum + now[1]; // @READ
}
static void push() {
  items.push_back(3); // @PUSH
}
int main() {
  std::thread a(look), b(push);
  a.join();
  b.join();
}
