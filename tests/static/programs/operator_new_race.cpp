// SCAN: race served
// The program's own operator new is called by libstdc++, too.
#include "scan.h"
#include <cstdlib>
#include <iostream>
#include <new>
#include <sstream>
#include <thread>
int served;
void *operator new(std::size_t n) { served++; return std::malloc(n); }
void operator delete(void *p) noexcept { std::free(p); }
void operator delete(void *p, std::size_t) noexcept { std::free(p); }
int main() {
  std::thread t([] { std::ostringstream s; s << "a long text that does not fit into the string itself " << 1; });
  served++;
  t.join();
}
