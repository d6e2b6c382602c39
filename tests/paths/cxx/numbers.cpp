// Two numbers from std::cin; their sum decides.
// OMEN: stdin 3 4\n
// OMEN: symbolic stdin
// OMEN: verdict ready SET LOOK class k-witness-harmless
// OMEN: multi ready SET LOOK class spec-violated consequence assertion
// OMEN: reveal stdin 60 40\n
// OMEN: input number(stdin) + number(stdin.split(None, 1)[1]) == 100
#include <cassert>
#include <iostream>
#include <thread>
volatile int ready;
static int sum;
static void set() {
  ready = 1; // @SET
}
static void look() {
  int seen = ready; // @LOOK
  if (sum == 100) assert(seen);
}
int main() {
  int n = 0;
  long m = 0;
  std::cin >> n >> m;
  sum = n + (int)m;
  std::thread a(set), b(look);
  a.join();
  b.join();
}
