// SCAN: race late
#include "scan.h"
#include <mutex>
#include <thread>
std::once_flag once;
int late;
static void make(int *p) { ++*p; }
int main() {
  std::thread t([] { std::call_once(once, make, &late); });
  late++;
  t.join();
}
