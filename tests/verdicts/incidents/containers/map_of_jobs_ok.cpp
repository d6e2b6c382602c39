// map_of_jobs.cpp under a lock.
// OMEN: none
// OMEN: no-incident
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <cassert>
#include <map>
#include <mutex>
#include <string>
static std::map<std::string, long> done;
static std::mutex m;
static void work(const char *name) {
  std::lock_guard<std::mutex> guard(m);
  done[name]++;
}
void *worker(void *arg) {
  work(arg ? "resize" : "crop");
  work(arg ? "print" : "send");
  return arg;
}
int main() {
  pthread_t a = start(worker, nullptr), b = start(worker, &done);
  finish(a), finish(b);
  long n = 0;
  for (auto &x : done) n += x.second;
  assert(n == 4);
}
