// std::packaged_task: main does not wait for the future before it reads.
// OMEN: race data A:w B:r
// OMEN: twin packaged_task_ok.cpp
#include <future>
#include <thread>
int data;
int work(int n) {
  data = n; // @A
  return n + 1;
}
int main() {
  std::packaged_task<int(int)> task(work);
  auto f = task.get_future();
  std::thread t(std::move(task), 4);
  int seen = data; // @B
  int got = f.get();
  t.join();
  return got != 5 || seen > 4;
}
