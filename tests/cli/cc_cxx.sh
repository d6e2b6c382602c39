#!/usr/bin/env bash
# omen c++: exceptions, templates and inline functions over several files, static initialisation, threads.
# rooms: build ir, slow
. "$(dirname "$0")/cc_common"
cat >shape.h <<'X'
#pragma once
#include <stdexcept>
#include <string>
#include <vector>
template <class T> struct Box { T v; static int made; Box(T x) : v(x) { made++; } };
template <class T> int Box<T>::made;
inline int &counter() { static int n; return n; }
struct Base { virtual ~Base() = default; virtual int area() const = 0; };
struct Error : std::runtime_error { using std::runtime_error::runtime_error; };
int other(std::vector<int> &);
X
cat >main.cpp <<'X'
#include "shape.h"
#include <atomic>
#include <iostream>
#include <thread>
struct Square : Base { int s; Square(int x) : s(x) {} int area() const override { return s * s; } };
static std::string greeting = std::string("hi") + "!";
thread_local int mine = 3;
std::atomic<int> sum;
int main() {
  std::vector<int> v{1, 2};
  counter()++;
  Box<int> b(2);
  try { other(v); } catch (const Error &e) { std::cout << e.what() << " "; }
  std::thread t([] { sum += ++mine; }); t.join();
  sum += mine;
  Base *p = new Square(3);
  std::cout << greeting << " " << counter() << " " << Box<int>::made << " " << v.size() << " " << sum << " " << p->area() << "\n";
  delete p;
}
X
cat >other.cpp <<'X'
#include "shape.h"
int other(std::vector<int> &v) { counter()++; Box<int> b(1); v.push_back(3); throw Error("thrown"); }
X
want="thrown hi! 2 2 3 7 9"
for flags in "-O0 -g" "-O2 -static" "-static-libstdc++" "-std=c++20 -O1 -flto"; do
  # shellcheck disable=SC2086
  check "c++ $flags" "$OMEN" c++ $flags main.cpp other.cpp -pthread -o prog
  same "c++ $flags" "$want" "$(./prog)"
  defines prog main
done
check "-c" "$OMEN" c++ -O1 -c main.cpp
check "-c" "$OMEN" c++ -O1 -fPIC -c other.cpp
check "shared" "$OMEN" c++ -shared other.o -o libother.so
check "link" "$OMEN" c++ main.o -L. -lother -Wl,-rpath,'$ORIGIN' -pthread -o dyn
same "exception through a shared library" "$want" "$(./dyn)"
defines libother.so _Z5otherRSt6vectorIiSaIiEE
# precompiled header, and a mixed C and C++ program
check "header" "$OMEN" c++ -x c++-header shape.h -o shape.h.gch
check "with it" "$OMEN" c++ -c -include shape.h other.cpp -o pch.o
echo 'int plain_c(void) { return 5; }' >plain.c
echo 'extern "C" int plain_c(); int main() { return plain_c(); }' >mix.cpp
check "C part" "$OMEN" cc -c plain.c
check "C++ part" "$OMEN" c++ mix.cpp plain.o -o mix
./mix; same "mixed" 5 $?
defines mix main plain_c
finish
