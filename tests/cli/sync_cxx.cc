// What C++ builds on the served functions: threads, mutexes, conditions, once, function-local statics,
// futures, and the C++20 kinds that are atomics and futexes. Prints "all right", or the first thing that is
// not.
#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <vector>

using namespace std::chrono_literals;
#define CHECK(c)                                                                                             \
  do {                                                                                                       \
    if (!(c)) {                                                                                              \
      std::printf("line %d: not so: %s\n", __LINE__, #c);                                                    \
      std::fflush(stdout);                                                                                   \
      std::_Exit(1);                                                                                         \
    }                                                                                                        \
  } while (0)

template <class F> static void in_threads(int n, F f) {
  std::vector<std::thread> threads;
  for (int i = 0; i < n; i++) threads.emplace_back(f, i);
  for (auto &t : threads) t.join();
}

static void mutex_and_condition() {
  std::mutex m;
  std::condition_variable cv;
  int n = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; i++)
    threads.emplace_back([&] {
      for (int k = 0; k < 30; k++) {
        std::lock_guard g(m);
        n++;
        cv.notify_all();
      }
    });
  {
    std::unique_lock l(m);
    cv.wait(l, [&] { return n == 180; });
    CHECK(cv.wait_for(l, 1ms) == std::cv_status::timeout);
  }
  for (auto &t : threads) t.join();
}

static void shared() {
  std::shared_mutex sm;
  int value = 0;
  in_threads(6, [&](int i) {
    for (int k = 0; k < 15; k++) {
      if (i & 1) {
        std::unique_lock l(sm);
        value++;
      } else {
        std::shared_lock l(sm);
        CHECK(value >= 0 && value <= 45);
      }
    }
  });
  CHECK(value == 45);
  std::shared_timed_mutex st;
  st.lock();
  std::thread([&] { CHECK(!st.try_lock_shared_for(1ms)); }).join();
  st.unlock();
}

static void once() {
  std::once_flag flag;
  int calls = 0;
  std::atomic<int> failed{0};
  in_threads(6, [&](int) {
    try {
      std::call_once(flag, [&] {
        if (++calls < 3) throw std::runtime_error("not yet");
      });
      CHECK(calls == 3);
    } catch (std::runtime_error &) {
      failed++;
    }
  });
  CHECK(calls == 3 && failed == 2);
}

struct Single {
  int value[4];
  Single() : value{1, 2, 3, 4} {}
};
static Single &single() {
  static Single s;
  return s;
}
static int attempts;
struct Reluctant {
  Reluctant() {
    if (attempts++ < 2) throw 1;
  }
};
static void statics() {
  in_threads(6, [](int) { CHECK(single().value[3] == 4); });
  in_threads(5, [](int) {
    for (;;) try {
        static Reluctant r;
        CHECK(attempts == 3);
        break;
      } catch (int) {
      }
  });
}

static void futures() {
  auto sleepy = std::async(std::launch::async, [] {
    std::this_thread::sleep_for(10ms);
    return 7;
  });
  auto fails = std::async(std::launch::async, []() -> int { throw 3; });
  CHECK(sleepy.get() == 7);
  try {
    fails.get();
    CHECK(false);
  } catch (int e) {
    CHECK(e == 3);
  }
  std::promise<std::vector<int>> promise;
  auto future = promise.get_future().share();
  std::vector<std::thread> readers;
  for (int i = 0; i < 3; i++) readers.emplace_back([future] { CHECK(future.get().size() == 9); });
  promise.set_value(std::vector<int>(9, 1));
  for (auto &t : readers) t.join();
}

static void cxx20() {
  std::counting_semaphore<10> done(0);
  std::latch start(3);
  std::barrier round(3);
  int cells[3] = {};
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; i++)
    threads.emplace_back([&, i] {
      start.arrive_and_wait();
      for (int k = 0; k < 4; k++) {
        cells[i] = k;
        round.arrive_and_wait();
        CHECK(cells[(i + 1) % 3] == k);
        round.arrive_and_wait();
      }
      done.release();
    });
  for (int i = 0; i < 3; i++) done.acquire();
  for (auto &t : threads) t.join();
  std::condition_variable_any any;
  std::mutex m;
  std::jthread waits([&](std::stop_token stop) {
    std::unique_lock l(m);
    CHECK(!any.wait(l, stop, [] { return false; }));
  });
  waits.request_stop();
}

static void small() {
  std::timed_mutex tm;
  tm.lock();
  std::thread([&] { CHECK(!tm.try_lock_for(2ms)); }).join();
  tm.unlock();
  std::recursive_timed_mutex rm;
  rm.lock();
  CHECK(rm.try_lock());
  rm.unlock();
  rm.unlock();
  auto p = std::make_shared<int>(5);
  in_threads(5, [p](int) {
    auto q = p;
    CHECK(*q == 5);
  });
  CHECK(p.use_count() == 1);
  std::mutex a, b;
  int both = 0;
  in_threads(4, [&](int i) {
    for (int k = 0; k < 10; k++) {
      if (i & 1) {
        std::scoped_lock l(a, b);
        both++;
      } else {
        std::scoped_lock l(b, a);
        both++;
      }
    }
  });
  CHECK(both == 40);
}

int main() {
  mutex_and_condition();
  shared();
  once();
  statics();
  futures();
  cxx20();
  small();
  std::puts("all right");
}
