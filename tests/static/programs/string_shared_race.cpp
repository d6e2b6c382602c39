// SCAN: race *
#include "scan.h"
#include <string>
#include <thread>
int main() { std::string s(100, 'a'), u; u = std::move(s); std::thread t([&] { u[5] = 'x'; }); u.data()[5] = 'y'; t.join(); }
