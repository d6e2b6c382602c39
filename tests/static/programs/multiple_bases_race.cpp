// SCAN: race hits
#include "scan.h"
#include <memory>
#include <thread>
#include <vector>
struct first { virtual ~first() = default; virtual void one() {} long pad = 0; };
struct second { virtual ~second() = default; virtual void two() = 0; };
struct both : first, virtual second { int hits = 0; void two() override { hits++; } };
int main() {
  std::vector<std::unique_ptr<second>> all;
  both *b = new both;
  all.emplace_back(b);
  second *s = all[0].get();
  std::thread t([s] { s->two(); });
  dynamic_cast<both *>(s)->hits++;
  t.join();
}
