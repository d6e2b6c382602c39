// SCAN: none
#include "scan.h"
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>
static std::mutex m;
static int x;
struct Base {
  virtual void act() = 0;
};
struct Safe : Base {
  void act() override {
    std::lock_guard<std::mutex> g(m);
    x++;
  }
};
struct Bare : Base {
  void act() override { x--; }
};
static Safe safe;
static Bare bare;
static Base *volatile object = &safe;
Base *other() { return &bare; }
int main() {
  std::thread t([] {
    object->act();
  });
  std::thread u([] {
    object->act();
  });
  t.join();
  u.join();
  return 0;
}
