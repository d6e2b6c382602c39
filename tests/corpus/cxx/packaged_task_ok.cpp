// std::packaged_task: main waits for the future before it reads.
// OMEN: none
#include <future>
#include <thread>
int data;
int work(int n) {
  data = n;
  return n + 1;
}
int main() {
  std::packaged_task<int(int)> task(work);
  auto f = task.get_future();
  std::thread t(std::move(task), 4);
  int got = f.get();
  int seen = data;
  t.join();
  return got != 5 || seen > 4;
}
