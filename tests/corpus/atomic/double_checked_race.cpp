// Double-checked locking with a plain pointer.
// OMEN: race instance A:w B:r
// OMEN: maybe instance A:w D:r
// OMEN: race * C:w D:r sometimes schedulable no
// OMEN: twin double_checked_ok.cpp
#include <atomic>
#include <mutex>
#include <thread>
struct thing {
  int value;
};
thing *instance;
std::mutex m;
int got[2];
__attribute__((noinline)) thing *build() {
  thing *t = new thing;
  t->value = 3; // @C
  return t;
}
void user(int i) {
  if (!instance) { // @B
    std::lock_guard guard(m);
    if (!instance) instance = build(); // @A
  }
  got[i] = static_cast<thing *>(instance)->value; // @D
}
int main() {
  std::thread a(user, 0), b(user, 1);
  a.join();
  b.join();
  return got[0] + got[1] != 6;
}
