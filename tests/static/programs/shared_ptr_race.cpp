// SCAN: race value
#include "scan.h"
#include <map>
#include <memory>
#include <string>
#include <thread>
struct item { int value = 0; };
int main() {
  std::map<std::string, std::shared_ptr<item>> m;
  m["one"] = std::make_shared<item>();
  std::thread t([p = m["one"]] { p->value++; });
  m.begin()->second->value++;
  t.join();
}
