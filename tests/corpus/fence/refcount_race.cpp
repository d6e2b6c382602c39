// A reference count whose decrement is relaxed: the last owner destroys what another may still use.
// OMEN: race value A:r B:w sometimes
// OMEN: race value B:w A:r sometimes
// OMEN: twin refcount_ok.cpp
#include <atomic>
#include <thread>
struct object {
  std::atomic<int> refs{2};
  int value = 1;
};
int got[2];
object *shared;
__attribute__((noinline)) void destroy(object *o) {
  o->value = 0; // @B
}
constexpr auto drop = std::memory_order_relaxed;
void owner(int i) {
  object *o = shared;
  got[i] = o->value; // @A
  if (o->refs.fetch_sub(1, drop) == 1) {
    std::atomic_thread_fence(std::memory_order_acquire);
    destroy(o);
  }
}
int main() {
  object o;
  shared = &o;
  std::thread a(owner, 0), b(owner, 1);
  a.join();
  b.join();
  return got[0] + got[1] == 0;
}
