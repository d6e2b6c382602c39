// SCAN: race count
#include "scan.h"
#include <coroutine>
#include <thread>
int count;
struct task {
  struct promise_type {
    task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
};
static task add() { count++; co_return; }
int main() {
  task a = add();
  std::thread t([h = a.h] { h.resume(); });
  count++;
  t.join();
  a.h.destroy();
}
