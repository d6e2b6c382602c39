// Two threads fill one std::map without a lock: nodes are lost, the tree breaks, and the count of nodes is wrong. No race on
// the map is harmless, also not the lost counts beside another cause of the same assertion.
// OMEN: incident crash|infinite-loop|assertion * cause race numbers FILL FILL
// OMEN: or cause races numbers FILL FILL + numbers FILL FILL
// OMEN: maybe-incident crash|infinite-loop|assertion * cause race * FILL FILL
// OMEN: or cause races * FILL FILL + * FILL FILL
// OMEN: maybe-incident crash|infinite-loop|assertion * cause race * FILL FILL
// OMEN: or cause races * FILL FILL + * FILL FILL
// OMEN: maybe numbers FILL FILL class spec-violated consequence crash
// OMEN: maybe numbers FILL FILL class spec-violated consequence assertion
// OMEN: maybe numbers FILL FILL class spec-violated consequence infinite-loop
// OMEN: maybe numbers FILL FILL class not-judged
// OMEN: maybe * FILL FILL class single-ordering
// OMEN: maybe * FILL FILL class spec-violated consequence crash
// OMEN: maybe * FILL FILL class not-judged
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <cassert>
#include <map>
std::map<int, int> numbers;
void *fill(void *arg) {
  int from = arg ? 10 : 0;
  for (int i = 0; i < 4; i++) numbers[from + i] = i; // @FILL
  return arg;
}
int main() {
  pthread_t a = start(fill, nullptr), b = start(fill, &numbers);
  finish(a), finish(b);
  size_t n = 0;
  for (auto &x : numbers) n += x.second >= 0;
  assert(n == 8 && numbers.size() == 8); // @SIZE
}
