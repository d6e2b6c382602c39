// C++ streams: a line of one thread is the race's doing, the others are free.
// OMEN: verdict size ASK SET class output-differs consequence output
#include <iostream>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>
std::mutex m;
int numbers;
volatile int size = 16;
static int next() {
  std::lock_guard<std::mutex> g(m);
  return numbers++;
}
static void say(const std::string &s) {
  std::lock_guard<std::mutex> g(m);
  std::cout << s << std::endl;
}
int main() {
  std::vector<std::thread> all;
  all.emplace_back([] {
    int n = size; // @ASK
    std::string text;
    text.reserve(static_cast<size_t>(n));
    std::ostringstream line;
    line << "size " << n << " as of " << next();
    say(line.str());
  });
  all.emplace_back([] {
    size = 32; // @SET
  });
  for (int i = 0; i < 4; i++)
    all.emplace_back([i] {
      for (int k = 0; k < 10; k++) {
        std::ostringstream line;
        line << i << ": number " << next();
        say(line.str());
      }
    });
  for (auto &t : all) t.join();
  return 0;
}
