// std::mutex, locked twice by one thread through two lock_guards.
// OMEN: defect deadlock
#include "../defects.h"
#include <mutex>
static std::mutex m;
NOINLINE static int get() {
  std::lock_guard<std::mutex> hold(m); // @BAD
  return 1;
}
int main() {
  int v = 0;
  if (bad) {
    std::lock_guard<std::mutex> hold(m);
    v = get();
  } else {
    v = get();
  }
  printf("%d\n", v);
  return 0;
}
