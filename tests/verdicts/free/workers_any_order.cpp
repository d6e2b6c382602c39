// Workers take jobs from a queue and print them; which worker, and when, is open.
// OMEN: verdict started * * class k-witness-harmless
#include <cstdio>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>
static std::mutex m;
static std::queue<int> jobs;
static int started;
static void work(int who) {
  started++;
  for (;;) {
    std::lock_guard<std::mutex> hold(m);
    if (jobs.empty()) return;
    std::printf("%d: job %d\n", who, jobs.front());
    jobs.pop();
  }
}
int main() {
  for (int i = 0; i < 3; i++) jobs.push(i);
  std::vector<std::thread> all;
  for (int i = 0; i < 3; i++) all.emplace_back(work, i);
  for (auto &t : all) t.join();
}
