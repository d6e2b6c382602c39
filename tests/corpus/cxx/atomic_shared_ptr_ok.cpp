// A shared_ptr read and written by the free atomic functions.
// OMEN: build -Wno-deprecated-declarations
// OMEN: none
#include <memory>
#include <thread>
std::shared_ptr<int> global = std::make_shared<int>(1), spare = std::make_shared<int>(2);
int got;
void reader() {
  auto mine = std::atomic_load(&global);
  got = *mine;
}
void writer() {
  std::atomic_store(&global, spare);
}
int main() {
  std::thread a(reader), b(writer);
  a.join();
  b.join();
  return got == 0;
}
