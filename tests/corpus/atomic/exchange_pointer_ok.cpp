// A pointer handed over by exchange, release on one side and acquire on the other.
// OMEN: none
#include <atomic>
#include <thread>
struct node {
  int value;
};
std::atomic<node *> box;
node storage;
int got;
constexpr auto put = std::memory_order_release, take = std::memory_order_acquire;
void producer() {
  storage.value = 42;
  box.exchange(&storage, put);
}
void consumer() {
  node *n = box.exchange(nullptr, take);
  if (n) got = n->value;
}
int main() {
  std::thread a(producer), b(consumer);
  a.join();
  b.join();
  return got > 42;
}
