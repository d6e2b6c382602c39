/* predicted: race value
 * twin (-DGUARDED): what is read is set inside */
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::once_flag once;
int value, made, copy;
static void make() {
  made = 1;
#ifdef GUARDED
  value = 1;
#endif
}
int main() {
  std::thread a([] {
#ifndef GUARDED
    value = 1;
#endif
    std::call_once(once, make);
  });
  std::thread b([] {
    std::call_once(once, make);
    copy = value;
  });
  a.join();
  b.join();
}
