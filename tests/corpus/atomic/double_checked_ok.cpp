// Double-checked locking with an atomic pointer.
// OMEN: none
#include <atomic>
#include <mutex>
#include <thread>
struct thing {
  int value;
};
std::atomic<thing *> instance;
std::mutex m;
int got[2];
__attribute__((noinline)) thing *build() {
  thing *t = new thing;
  t->value = 3;
  return t;
}
void user(int i) {
  if (!instance) {
    std::lock_guard guard(m);
    if (!instance) instance = build();
  }
  got[i] = static_cast<thing *>(instance)->value;
}
int main() {
  std::thread a(user, 0), b(user, 1);
  a.join();
  b.join();
  return got[0] + got[1] != 6;
}
