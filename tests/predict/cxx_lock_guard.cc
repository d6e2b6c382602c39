/* predicted: race value
 * twin (-DGUARDED): the thread is joined first */
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::mutex l;
int value, n, copy;
static void visit() {
  std::lock_guard<std::mutex> g(l);
  n++;
}
int main() {
  std::thread a([] {
    value = 1;
    visit();
  });
#ifdef GUARDED
  a.join();
#endif
  std::thread b([] {
    visit();
    copy = value;
  });
#ifndef GUARDED
  a.join();
#endif
  b.join();
}
