// A shared_ptr read by atomic_load but written plainly.
// OMEN: race * A:rw B:rw
// OMEN: build -Wno-deprecated-declarations
// OMEN: twin atomic_shared_ptr_ok.cpp
#include <memory>
#include <thread>
std::shared_ptr<int> global = std::make_shared<int>(1), spare = std::make_shared<int>(2);
int got;
void reader() {
  auto mine = std::atomic_load(&global); // @A
  got = *mine;
}
void writer() {
  global.swap(spare); // @B
}
int main() {
  std::thread a(reader), b(writer);
  a.join();
  b.join();
  return got == 0;
}
