// SCAN: race ended
// Destructors of thread-local objects run in each thread.
#include "scan.h"
#include <thread>
int ended;
struct counter {
  int n = 0;
  ~counter() { ended += n; }
};
thread_local counter own;
static void work() { own.n++; }
int main() {
  std::thread a(work), b(work);
  a.join();
  b.join();
}
