// Two workers note in one std::map what they did, without a lock: the tree breaks, or notes are lost and the last count
// differs. The map's own count of nodes, which nobody reads, is harmless.
// OMEN: incident crash|infinite-loop|assertion|overflow|use-after-free * cause race done NOTE NOTE
// OMEN: or cause races done NOTE NOTE + done NOTE NOTE
// OMEN: or cause races * NOTE NOTE + * NOTE NOTE
// OMEN: maybe-incident crash|infinite-loop|assertion|overflow|use-after-free * cause race * NOTE NOTE
// OMEN: or cause races * NOTE NOTE + * NOTE NOTE
// OMEN: maybe done NOTE NOTE class spec-violated consequence crash
// OMEN: maybe done NOTE NOTE class spec-violated consequence assertion
// OMEN: maybe done NOTE NOTE class spec-violated consequence infinite-loop
// OMEN: maybe done NOTE NOTE class not-judged
// OMEN: maybe done NOTE NOTE class k-witness-harmless
// OMEN: maybe * NOTE NOTE class single-ordering
// OMEN: maybe * NOTE NOTE class spec-violated consequence crash
// OMEN: maybe * NOTE NOTE class not-judged
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <cassert>
#include <map>
#include <string>
static std::map<std::string, long> done;
static void work(const char *name) {
  done[name]++; // @NOTE
}
void *worker(void *arg) {
  work(arg ? "resize" : "crop");
  work(arg ? "print" : "send");
  return arg;
}
int main() {
  pthread_t a = start(worker, nullptr), b = start(worker, &done);
  finish(a), finish(b);
  long n = 0;
  for (auto &x : done) n += x.second;
  assert(n == 4);
}
