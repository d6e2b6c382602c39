// std::promise: all is written before set_value; a shared_future lets several read it.
// OMEN: none
#include <future>
#include <thread>
int data, sum[2];
int main() {
  std::promise<int> p;
  std::shared_future<int> f = p.get_future().share();
  std::thread producer([&p] {
    data = 42;
    p.set_value(1);
  });
  auto reader = [f](int i) {
    int got = f.get();
    sum[i] = got + data;
  };
  std::thread a(reader, 0), b(reader, 1);
  producer.join();
  a.join();
  b.join();
  return sum[0] + sum[1] > 90;
}
