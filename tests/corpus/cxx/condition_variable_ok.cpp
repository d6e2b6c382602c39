// std::condition_variable: wait, wait_for and wait_until with a predicate.
// OMEN: none
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
int data, ready;
std::mutex m;
std::condition_variable c;
long total;
void consumer() {
  {
    std::unique_lock lock(m);
    if (!c.wait_for(lock, std::chrono::hours(1), [] { return ready; })) return;
    if (!c.wait_until(lock, std::chrono::system_clock::now(), [] { return ready; })) return;
    c.wait(lock, [] { return ready; });
  }
  total = data;
}
void producer() {
  data = 42;
  {
    std::lock_guard guard(m);
    ready = 1;
  }
  c.notify_all();
}
int main() {
  std::thread a(consumer), b(producer);
  a.join();
  b.join();
  return total > 42;
}
