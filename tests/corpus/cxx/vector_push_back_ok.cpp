// Two threads write to different elements of one vector.
// OMEN: none
#include <thread>
#include <vector>
std::vector<int> v;
void worker(int i) {
  v[i] = i;
}
int main() {
  v.resize(2);
  std::thread a(worker, 0), b(worker, 1);
  a.join();
  b.join();
  return v.size() > 2;
}
