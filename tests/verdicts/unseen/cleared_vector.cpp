// Elements are looked at while another thread clears the vector: the checked access throws, and nobody catches.
// OMEN: levels O0
// OMEN: verdict items LOOK CLEAR class spec-violated consequence assertion
// OMEN: verdict items USE CLEAR class spec-violated consequence assertion
#include <thread>
#include <vector>

static std::vector<int> items{1, 2, 3};
static volatile int sum;

int main() {
  std::thread reader([] {
    if (!items.empty())                 // @LOOK
      sum = items.at(items.size() - 1); // @USE
  });
  std::thread cleaner([] {
    items.clear(); // @CLEAR
  });
  reader.join();
  cleaner.join();
}
