// A stack of nodes pushed by relaxed exchange: the node's contents race.
// OMEN: race * A:w B:r sometimes schedulable no
// OMEN: twin exchange_pointer_ok.cpp
#include <atomic>
#include <thread>
struct node {
  int value;
};
std::atomic<node *> box;
node storage;
int got;
constexpr auto put = std::memory_order_relaxed, take = std::memory_order_relaxed;
void producer() {
  storage.value = 42; // @A
  box.exchange(&storage, put);
}
void consumer() {
  node *n = box.exchange(nullptr, take);
  if (n) got = n->value; // @B
}
int main() {
  std::thread a(producer), b(consumer);
  a.join();
  b.join();
  return got > 42;
}
