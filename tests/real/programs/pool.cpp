// A C++ program with a pool of threads: counts the words of a file part by part, and prints the most frequent ones.
// "race": a counter of finished threads is not guarded.
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <fstream>
#include <functional>
#include <future>
#include <iostream>
#include <iterator>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

static int finished; // the race, if asked for
static bool race;

class Pool {
  std::mutex mutex;
  std::condition_variable ready;
  std::deque<std::function<void()>> jobs;
  bool over = false;
  std::vector<std::thread> threads;

  void work() {
    for (;;) {
      std::unique_lock lock(mutex);
      ready.wait(lock, [this] { return over || !jobs.empty(); });
      if (jobs.empty()) break;
      auto job = std::move(jobs.front());
      jobs.pop_front();
      lock.unlock();
      job();
    }
    if (race) finished++;
  }

public:
  explicit Pool(unsigned n) {
    while (n--) threads.emplace_back(&Pool::work, this);
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
      jobs.emplace_back([task] { (*task)(); });
    }
    ready.notify_one();
    return result;
  }
};

using Counts = std::unordered_map<std::string_view, long>;

static Counts count(std::string_view part) {
  Counts counts;
  while (!part.empty()) {
    auto end = std::min(part.find_first_of(" \n"), part.size());
    if (end) counts[part.substr(0, end)]++;
    part.remove_prefix(std::min(end + 1, part.size()));
  }
  return counts;
}

int main(int argc, char **argv) {
  std::ifstream file(argc > 1 ? argv[1] : "input");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  race = argc > 2;
  std::shared_mutex guard;
  Counts all;
  std::atomic<long> parts = 0;
  std::vector<std::future<size_t>> sizes;
  {
    Pool pool(4);
    for (size_t at = 0; at < text.size();) {
      size_t end = std::min(text.find('\n', std::min(at + 20000, text.size() - 1)), text.size());
      std::string_view part(text.data() + at, end - at);
      at = end + 1;
      sizes.push_back(pool.submit([&, part] {
        Counts mine = count(part);
        {
          std::unique_lock lock(guard);
          for (auto &[word, n] : mine) all[word] += n;
        }
        parts.fetch_add(1, std::memory_order_relaxed);
        std::shared_lock lock(guard);
        return all.size();
      }));
    }
  }
  size_t most = 0;
  for (auto &s : sizes) most = std::max(most, s.get());
  std::vector<std::pair<long, std::string_view>> top;
  for (auto &[word, n] : all) top.emplace_back(-n, word);
  std::sort(top.begin(), top.end());
  std::cout << parts << " parts, " << most << " words" << (race && !finished ? "?" : "") << "\n";
  for (size_t i = 0; i < 3 && i < top.size(); i++) std::cout << top[i].second << " " << -top[i].first << "\n";
}
