// What std::cout prints is a product with what the race decides: with nought it is the same in both orders.
// OMEN: stdin 0\n
// OMEN: symbolic stdin
// OMEN: verdict factor SET USE class k-witness-harmless
// OMEN: multi factor SET USE class output-differs consequence output
// OMEN: reveal stdin 5\n
// OMEN: input number(stdin) != 0
#include <iostream>
#include <thread>
volatile int factor = 1;
static int n;
static void set() {
  factor = 3; // @SET
}
static void use() {
  int mine = factor; // @USE
  std::cout << "all: " << n * mine << "\n";
}
int main() {
  std::cin >> n;
  std::thread a(set), b(use);
  a.join();
  b.join();
}
