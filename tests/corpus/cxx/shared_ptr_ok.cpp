// std::shared_ptr and weak_ptr: each thread has a pointer of its own; the last one destroys the object.
// OMEN: none
#include <memory>
#include <thread>
struct node {
  int value = 1;
  ~node() { value = 0; }
};
std::shared_ptr<node> global = std::make_shared<node>();
std::shared_ptr<node> spare = std::make_shared<node>();
int sum[2];
void uses(std::shared_ptr<node> mine, std::weak_ptr<node> watch, int i) {
  if (auto locked = watch.lock()) sum[i] += locked->value;
  sum[i] += mine->value;
  mine.reset();
}
int main() {
  std::weak_ptr<node> watch = global;
  std::thread a(uses, global, watch, 0), b(uses, std::move(global), watch, 1);
  a.join();
  b.join();
  if (!watch.expired()) return 1;
  return sum[0] + sum[1] == 0;
}
