// SCAN: race n
#include "scan.h"
#include <ostream>
#include <streambuf>
#include <thread>
int n;
struct buf : std::streambuf { int overflow(int c) override { n++; return c; } };
int main() { buf b; std::ostream o(&b); std::thread t([&] { o << 'x'; }); n++; t.join(); }
