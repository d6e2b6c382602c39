// std::condition_variable_any with a shared lock: two readers that were woken only read.
// OMEN: none
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>
int data, ready, seen;
thread_local int mine;
std::shared_mutex m;
std::condition_variable_any c;
void reader() {
  std::shared_lock lock(m);
  while (!ready) c.wait(lock);
  mine = data;
}
int main() {
  std::thread a(reader), b(reader);
  {
    std::unique_lock lock(m);
    data = 42;
    ready = 1;
  }
  c.notify_all();
  a.join();
  b.join();
  return seen > 42;
}
