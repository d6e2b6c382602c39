// SCAN: race value
#include "scan.h"
#include <future>
#include <thread>
struct item { int value = 0; };
int main() {
  item it;
  std::promise<item *> p;
  auto f = p.get_future();
  std::packaged_task<void()> job([&] { f.get()->value++; });
  std::thread t(std::move(job));
  p.set_value(&it);
  it.value++;
  t.join();
}
