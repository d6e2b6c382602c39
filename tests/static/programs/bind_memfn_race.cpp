// SCAN: race n
#include "scan.h"
#include <functional>
#include <thread>
struct w { int n = 0; void add(int k) { n += k; } };
int main() { w x; auto f = std::bind(&w::add, std::ref(x), std::placeholders::_1); std::thread t(f, 2); std::mem_fn(&w::add)(x, 3); t.join(); }
