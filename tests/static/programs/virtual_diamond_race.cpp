// SCAN: race hits
#include "scan.h"
#include <thread>
struct top { int hits = 0; virtual void go() { hits++; } virtual ~top() = default; };
struct l : virtual top { long a = 0; }; struct r : virtual top { long b = 0; void go() override { hits += 2; } };
struct both : l, r { };
int main() { both *b = new both; void (top::*m)() = &top::go; l *pl = b; std::thread t([=] { (pl->*m)(); }); b->hits++; t.join(); }
