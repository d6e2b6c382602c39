// std::condition_variable: the data is written after the notification.
// OMEN: race data A:w B:r
// OMEN: twin condition_variable_ok.cpp
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
    c.wait(lock, [] { return ready; });
  }
  total = data; // @B
}
void producer() {
  {
    std::lock_guard guard(m);
    ready = 1;
  }
  c.notify_all();
  data = 42; // @A
}
int main() {
  std::thread a(consumer), b(producer);
  a.join();
  b.join();
  return total > 42;
}
