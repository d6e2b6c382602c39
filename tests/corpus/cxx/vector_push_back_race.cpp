// Two threads push into one vector.
// OMEN: race * A:rw A:rw
// OMEN: twin vector_push_back_ok.cpp
#include <thread>
#include <vector>
std::vector<int> v;
void worker(int i) {
  v.push_back(i); // @A
}
int main() {
  v.reserve(8);
  std::thread a(worker, 0), b(worker, 1);
  a.join();
  b.join();
  return v.size() > 2;
}
