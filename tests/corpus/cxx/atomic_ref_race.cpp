// An int that is atomic for one thread (atomic_ref) and plain for the other.
// OMEN: race x A:a B:rw
// OMEN: twin atomic_ref_ok.cpp
#include <atomic>
#include <thread>
int x;
void atomically() { std::atomic_ref<int>(x).fetch_add(1); } // @A
void plainly() { x++; } // @B
int main() {
  std::thread a(atomically), b(plainly);
  a.join();
  b.join();
  return x == 0;
}
