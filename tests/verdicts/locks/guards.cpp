// The guards of C++.
// OMEN: options --ignore-mutexes
// OMEN: verdict * * * class single-ordering
#include "../../corpus/corpus.h"
#include <mutex>
#include <thread>
static std::mutex m, other;
static int x, y;
static void one() {
  std::lock_guard<std::mutex> g(m);
  x++;
}
static void two() {
  std::unique_lock<std::mutex> g(m);
  x += 2;
  g.unlock();
  std::scoped_lock both_of_them(m, other);
  y = x;
}
static void three() {
  std::scoped_lock both_of_them(other, m);
  y += 5;
}
int main() {
  std::thread a(one), b(two), c(three);
  a.join();
  b.join();
  c.join();
  return x > 100;
}
