/* A C++ program with a pool of threads, of the standard library alone: queue, futures, atomics, a shared lock. No race. */
// OMEN: levels O2
// OMEN: none
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <queue>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>

class Pool {
  std::mutex mutex;
  std::condition_variable ready;
  std::queue<std::function<void()>> jobs;
  std::vector<std::thread> threads;
  bool over = false;

  void work() {
    for (;;) {
      std::function<void()> job;
      {
        std::unique_lock lock(mutex);
        ready.wait(lock, [this] { return over || !jobs.empty(); });
        if (jobs.empty()) return;
        job = std::move(jobs.front());
        jobs.pop();
      }
      job();
    }
  }

public:
  explicit Pool(int n) {
    for (int i = 0; i < n; i++) threads.emplace_back([this] { work(); });
  }
  ~Pool() {
    {
      std::lock_guard lock(mutex);
      over = true;
    }
    ready.notify_all();
    for (auto &t : threads) t.join();
  }
  template <class F> auto submit(F f) {
    auto task = std::make_shared<std::packaged_task<decltype(f())()>>(std::move(f));
    auto result = task->get_future();
    {
      std::lock_guard lock(mutex);
      jobs.push([task] { (*task)(); });
    }
    ready.notify_one();
    return result;
  }
};

int main() {
  std::map<std::string, int> words;
  std::shared_mutex guard;
  std::atomic<int> done = 0;
  std::vector<std::future<int>> results;
  {
    Pool pool(3);
    for (int i = 0; i < 20; i++)
      results.push_back(pool.submit([&, i] {
        std::string word = "word" + std::to_string(i % 5);
        {
          std::unique_lock lock(guard);
          words[word]++;
        }
        done.fetch_add(1, std::memory_order_relaxed);
        std::shared_lock lock(guard);
        return (int)words.size();
      }));
  }
  int most = 0;
  for (auto &r : results) most = std::max(most, r.get());
  std::printf("%d jobs, %d words\n", done.load(), most);
}
