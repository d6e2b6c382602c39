// An int that both threads reach through atomic_ref.
// OMEN: none
#include <atomic>
#include <thread>
int x;
void atomically() { std::atomic_ref<int>(x).fetch_add(1); }
void plainly() { std::atomic_ref<int>(x)++; }
int main() {
  std::thread a(atomically), b(plainly);
  a.join();
  b.join();
  return x == 0;
}
