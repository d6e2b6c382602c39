// An object gives itself away in its constructor: its virtual function is called while the derived part is built.
// OMEN: race * A:rw B:rw
// OMEN: race * A:w B:r sometimes
// OMEN: twin vptr_publish_ok.cpp
#include <atomic>
#include <thread>
struct base;
std::atomic<base *> published;
struct base {
  base() { published = this; }
  virtual ~base() {}
  virtual int kind() { return 1; }
};
struct derived : base {
  __attribute__((noinline)) derived() : base() {} // @A
  int kind() override { return 2; }
};
int got;
void user() {
  base *b;
  while (!(b = published)) std::this_thread::yield();
  got = b->kind(); // @B
  published = nullptr;
}
int main() {
  std::thread t(user);
  auto *d = new derived;
  while (published) std::this_thread::yield();
  t.join();
  delete d;
  return got == 0;
}
