// SCAN: race value
#include "scan.h"
#include <exception>
#include <thread>
struct item { int value = 0; };
int main() {
  item it;
  std::exception_ptr p;
  std::thread t([&] {
    try { throw &it; } catch (item *got) { got->value++; }
  });
  try { throw &it; } catch (...) { p = std::current_exception(); }
  try { std::rethrow_exception(p); } catch (item *got) { got->value++; }
  t.join();
}
