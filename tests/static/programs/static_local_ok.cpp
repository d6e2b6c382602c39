// SCAN: none
#include "scan.h"
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>
struct Table {
  int v;
  Table() : v(rand()) {}
};
static int get() {
  static Table t;
  return t.v;
}
int main() {
  std::thread t([] {
    if (get()) puts("x");
  });
  std::thread u([] {
    if (get()) puts("x");
  });
  t.join();
  u.join();
  return 0;
}
