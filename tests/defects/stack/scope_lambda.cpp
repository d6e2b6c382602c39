// A lambda has captured a variable by reference that is gone when it runs.
// OMEN: defect use-after-scope read stack
#include "../defects.h"
#include <functional>
static int lasting = 7;
NOINLINE std::function<int()> *made(int &n) { return new std::function<int()>([&n] { return n + 1; }); } // @BAD
NOINLINE int run() {
  std::function<int()> *f = nullptr;
  {
    int inner = 7;
    f = made(inner);
    if (!bad) {
      delete f;
      f = made(lasting);
    }
  }
  int n = (*f)();
  delete f;
  return n;
}
int main() {
  int n = run();
  printf("%d\n", bad ? 8 : n);
}
