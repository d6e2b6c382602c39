// A shared_ptr read by atomic_load but written plainly.
// OMEN: race * A:rw B:rw
// OMEN: race * A:r B:w sometimes
// OMEN: build -Wno-deprecated-declarations
// OMEN: twin atomic_shared_ptr_ok.cpp
#include <memory>
#include <thread>
std::shared_ptr<int> global = std::make_shared<int>(1);
int got;
void reader() {
  auto mine = std::atomic_load(&global); // @A
  got = *mine;
}
void writer() {
  auto fresh = std::make_shared<int>(2);
  global.swap(fresh); // @B
}
int main() {
  std::thread a(reader), b(writer);
  a.join();
  b.join();
  return got == 0;
}
