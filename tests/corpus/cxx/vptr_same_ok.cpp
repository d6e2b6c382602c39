// The destructor of the most derived class stores the table pointer that the object has already: nothing changes for a thread
// that calls a virtual function meanwhile, as long as the object is still there.
// OMEN: none
#include <atomic>
#include <new>
#include <thread>
struct leaf {
  std::atomic<int> used{0};
  virtual int kind() { return 2; }
  virtual ~leaf() {
    while (!used) std::this_thread::yield();
  }
};
alignas(leaf) unsigned char place[sizeof(leaf)];
int got;
void user(leaf *l) {
  got = l->kind();
  l->used = 1;
}
int main() {
  leaf *l = new (place) leaf;
  std::thread t(user, l);
  l->~leaf();
  t.join();
  return got != 2;
}
