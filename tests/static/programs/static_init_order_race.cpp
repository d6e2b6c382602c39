// SCAN: race n
#include "scan.h"
#include <thread>
int n;
struct g { std::thread t; g() : t([] { n++; }) {} ~g() { n++; t.join(); } };
static g keep;
int main() { }
