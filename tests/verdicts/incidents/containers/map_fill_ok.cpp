// Filled under a lock; what is only noted beside it is never looked at.
// OMEN: no-incident
// OMEN: verdict last * * class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <cassert>
#include <map>
#include <mutex>
std::map<int, int> numbers;
std::mutex lock;
volatile int last;
void *fill(void *arg) {
  int from = arg ? 10 : 0;
  for (int i = 0; i < 4; i++) {
    std::lock_guard<std::mutex> hold(lock);
    numbers[from + i] = i;
  }
  last = from;
  return arg;
}
int main() {
  pthread_t a = start(fill, nullptr), b = start(fill, &numbers);
  finish(a), finish(b);
  assert(numbers.size() == 8);
}
