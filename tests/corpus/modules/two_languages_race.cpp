// C and C++ in one program: a C function writes what a std::thread reads.
// OMEN: with parts/counter.c
// OMEN: race count counter.c:COUNT:rw counter.c:GET:r
// OMEN: twin two_languages_ok.cpp
#include <thread>
extern "C" void counter_add(int n);
extern "C" void counter_add_locked(int n);
extern "C" int counter_get(void);
extern "C" int counter_get_locked(void);
int got;
int main() {
  std::thread a(counter_add, 1), b([] { got = counter_get(); });
  a.join();
  b.join();
  return got > 1;
}
