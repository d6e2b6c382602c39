// std::shared_ptr: the count is atomic, the pointer itself is not: one thread resets what the other copies.
// OMEN: race * A:rw B:rw
// OMEN: twin shared_ptr_ok.cpp
#include <memory>
#include <thread>
struct node {
  int value = 1;
  ~node() { value = 0; }
};
std::shared_ptr<node> global = std::make_shared<node>();
std::shared_ptr<node> spare = std::make_shared<node>();
int sum[2];
void copies() {
  std::shared_ptr<node> mine = global; // @A
  sum[0] = mine != nullptr;
}
void resets() {
  global.swap(spare); // @B
}
int main() {
  std::thread a(copies), b(resets);
  a.join();
  b.join();
  return sum[0] + sum[1] == 0;
}
