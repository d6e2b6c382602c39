// SCAN: race it
// A message in a string holds a pointer.
#include "scan.h"
#include <string>
#include <thread>
#include <cstring>
int main() {
  int *it = new int(0);
  std::string *m = new std::string(reinterpret_cast<const char *>(&it), sizeof it);
  std::thread t([m] { int *p; memcpy(&p, m->data(), sizeof p); ++*p; });
  *it = 5;
  t.join();
}
