// An object is given away after it was built.
// OMEN: none
#include <atomic>
#include <thread>
struct base;
std::atomic<base *> published;
struct base {
  base() {}
  virtual ~base() {}
  virtual int kind() { return 1; }
};
struct derived : base {
  __attribute__((noinline)) derived() : base() {}
  int kind() override { return 2; }
};
int got;
void user() {
  base *b;
  while (!(b = published)) std::this_thread::yield();
  got = b->kind();
  published = nullptr;
}
int main() {
  std::thread t(user);
  auto *d = new derived;
  published = d;
  while (published) std::this_thread::yield();
  t.join();
  delete d;
  return got == 0;
}
