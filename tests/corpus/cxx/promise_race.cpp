// std::promise: more is written after set_value.
// OMEN: race data A:w B:r
// OMEN: twin promise_ok.cpp
#include <future>
#include <thread>
int data, sum[2];
int main() {
  std::promise<int> p;
  std::shared_future<int> f = p.get_future().share();
  std::thread producer([&p] {
    p.set_value(1);
    data = 42; // @A
  });
  auto reader = [f](int i) {
    int got = f.get();
    sum[i] = got + data; // @B
  };
  std::thread a(reader, 0), b(reader, 1);
  producer.join();
  a.join();
  b.join();
  return sum[0] + sum[1] > 90;
}
