// The initialisation of a function-local static is ordered; what is done to it afterwards is not.
// OMEN: race hits A:rw A:rw
// OMEN: twin static_local_ok.cpp
#include <string>
#include <thread>
#include <atomic>
struct table {
  std::string name{"a name that is too long for the small buffer"};
  int hits = 0;
};
table &instance() {
  static table t;
  return t;
}
size_t length[2];
void worker(int i) {
  table &t = instance();
  length[i] = t.name.size();
  t.hits++; // @A
}
int main() {
  std::thread a(worker, 0), b(worker, 1);
  a.join();
  b.join();
  return length[0] != length[1];
}
