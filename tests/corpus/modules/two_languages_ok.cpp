// C and C++ in one program, with the C side's lock.
// OMEN: with parts/counter.c
// OMEN: none
#include <thread>
extern "C" void counter_add(int n);
extern "C" void counter_add_locked(int n);
extern "C" int counter_get(void);
extern "C" int counter_get_locked(void);
int got;
int main() {
  std::thread a(counter_add_locked, 1), b([] { got = counter_get_locked(); });
  a.join();
  b.join();
  return got > 1;
}
