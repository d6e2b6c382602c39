// SCAN: race n
#include "scan.h"
#include <stop_token>
#include <thread>
int n;
int main() { std::jthread t([](std::stop_token s) { std::stop_callback c(s, [] { n++; }); while (!s.stop_requested()) std::this_thread::yield(); n++; }); n++; t.request_stop(); }
