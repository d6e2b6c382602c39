// SCAN: race value
#include "scan.h"
#include <deque>
#include <list>
#include <thread>
#include <unordered_map>
struct item { int value = 0; };
int main() {
  std::deque<item *> d;
  std::list<item *> l;
  std::unordered_map<int, item *> u;
  d.push_front(new item);
  l.push_back(d.back());
  u.emplace(7, l.front());
  std::thread t([&u] { u.find(7)->second->value++; });
  for (item *i : d) i->value++;
  t.join();
}
