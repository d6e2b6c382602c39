// The destructor of a base class stores another table pointer while a thread calls a virtual function.
// OMEN: race * A:w B:r
// OMEN: twin vptr_same_ok.cpp
#include <atomic>
#include <new>
#include <thread>
struct root {
  std::atomic<int> used{0};
  virtual int kind() { return 1; }
  virtual ~root() { // @A
    while (!used) std::this_thread::yield();
    if (kind() != 1) throw 1;
  }
};
struct leaf : root {
  int kind() override { return 2; }
  ~leaf() override {}
};
alignas(leaf) unsigned char place[sizeof(leaf)];
int got;
void user(root *l) {
  got = l->kind(); // @B
  l->used = 1;
}
int main() {
  root *l = new (place) leaf;
  std::thread t(user, l);
  l->~root();
  t.join();
  return got == 0;
}
