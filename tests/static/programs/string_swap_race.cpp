// SCAN: race *
#include "scan.h"
#include <string>
#include <thread>
int main() {
  std::string s(100, 'a'), u(50, 'b');
  char *d = &s[0];
  std::string *g = new std::string(10, 'c');
  g->swap(s);
  std::thread t([g] { (*g)[5] = 'x'; });
  d[5] = 'y';
  t.join();
  delete g;
}
