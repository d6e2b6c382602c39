#!/usr/bin/env bash
# Variants behave as the programs that they are made from: built in many ways, each is run natively and under omen run,
# and prints the same. Each case is one folder with its sources; what it tries is said where it starts.
# rooms: build, slow
. "$(dirname "$0")/cc_common"
cc() { check "cc $*" "$OMEN" cc -O1 "$@"; }
cxx() { check "c++ $*" "$OMEN" c++ -O1 "$@"; }
alike() { # alike WHAT PROGRAM ARGS...
  local what=$1 want got; shift
  want=$("$@" 2>/dev/null; echo "status $?")
  got=$("$OMEN" run -o rec -- "$@" 2>run.log; echo "status $?")
  rm -rf rec
  [ "$want" = "$got" ] || { fail "$what: natively '$want', under omen run '$got'"; sed 's/^/    /' run.log >&2; }
}

# libraries that need each other, found by $ORIGIN, one through the other's own search path; one calls back into the
# program through a pointer
mkdir -p libs/one libs/two
echo 'int calls; int f2(int x) { calls++; return x * 3; }' >f2.c
echo 'int f2(int); extern int (*hook)(int); int f1(int x) { return f2(x) + (hook ? hook(x) : 0); }' >f1.c
cat >main.c <<'X'
#include <stdio.h>
int f1(int), (*hook)(int); extern int calls;
static int add(int x) { return x + 1000; }
int main(int argc, char **argv) { hook = add; int got = f1(argc); printf("%d %d\n", got, calls); return 3; }
X
cc -fPIC -shared f2.c -o libs/two/libf2.so.1 -Wl,-soname,libf2.so.1
cc -fPIC -shared f1.c libs/two/libf2.so.1 -o libs/one/libf1.so -Wl,-rpath,'$ORIGIN/../two'
cc main.c libs/two/libf2.so.1 -Llibs/one -lf1 -Wl,-rpath,'$ORIGIN/libs/one' -Wl,-rpath,'$ORIGIN/libs/two' -o dyn
alike "shared libraries" ./dyn x
"$OMEN" run -o rec -- ./dyn >/dev/null 2>&1
same "libraries in the recording" "libf1.so libf1.so.sites libf2.so.1 libf2.so.1.sites" "$(ls rec/lib | xargs)"
rm -rf rec

# calling conventions with an argument in rax
cat >rax.c <<'X'
#include <stdio.h>
__attribute__((regcall, noinline)) static int first(int a, int b) { return a * 10 + b; }
__attribute__((preserve_none, noinline)) static int last(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j,
                                                         int k, int l) {
  return a + b + c + d + e + f + g + h + i + j + k + l * 100;
}
int (*volatile one)(int, int) __attribute__((regcall)) = first;
int (*volatile two)(int, int, int, int, int, int, int, int, int, int, int, int) __attribute__((preserve_none)) = last;
int main(int n, char **argv) { printf("%d %d\n", one(n + 3, n), two(n, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, n + 11)); }
X
cc rax.c -o rax
alike "arguments in rax" ./rax

# LD_LIBRARY_PATH alone
cc main.c libs/two/libf2.so.1 -Llibs/one -lf1 -Wl,-rpath-link,libs/two -o bare
LD_LIBRARY_PATH=libs/one:libs/two alike "LD_LIBRARY_PATH" ./bare

# one program, many links
for flags in "-static" "-no-pie -fno-pie" "-static-pie -fPIE" "-rdynamic" "-Wl,--gc-sections -ffunction-sections" "-flto" \
             "-fuse-ld=lld -Wl,-z,now" "-O0 -g"; do
  # shellcheck disable=SC2086
  cc $flags main.c f1.c f2.c -o kind
  alike "$flags" ./kind x y
done

# objects without bitcode, alone, in an archive, and joined by ld -r
printf '.globl f2\n.type f2,@function\nf2: incl calls(%%rip)\n lea (%%rdi,%%rdi),%%eax\n ret\n.data\n.globl calls\n.type calls,@object\n.size calls,4\ncalls: .long 0\n.section .note.GNU-stack,"",@progbits\n' >f2.S
cc main.c f1.c f2.S -o mixed
alike "assembly" ./mixed
cc -c f2.S -o f2s.o && ar rcs libf2s.a f2s.o
cc main.c f1.c libf2s.a -o mixed
alike "assembly in an archive" ./mixed
cc -c f1.c && cc -c f2.c && ld -r f1.o f2.o -o joined.o
cc main.c joined.o -o joined
alike "ld -r" ./joined

# a library that omen did not build calls a function of the program
echo 'int callback(int); int through(int x) { return callback(x) + 1; }' >native.c
clang-19 -fPIC -shared native.c -o libnative.so
echo '#include <stdio.h>
int through(int); int callback(int x) { return x * 10; } int main(void) { printf("%d\n", through(4)); }' >cb.c
cc cb.c -L. -lnative -Wl,-rpath,"$PWD" -o cb
alike "called by a foreign library" ./cb

# symbol versions
echo 'int f_v1(void) { return 1; } int f_v2(void) { return 2; }
__asm__(".symver f_v1,f@V1"); __asm__(".symver f_v2,f@@V2");' >sv.c
printf 'V1 { global: f; local: *; };\nV2 { global: f; } V1;\n' >sv.map
cc -fPIC -shared sv.c -Wl,--version-script=sv.map -o libsv.so
echo '#include <stdio.h>
int f(void); int main(void) { printf("%d\n", f()); }' >svm.c
cc svm.c -L. -lsv -Wl,-rpath,"$PWD" -o svm
alike "symbol versions" ./svm

# the program's own malloc; a function found by name; tables made by the linker; thread-local, indirect and weak symbols;
# constructors in order; wrapped functions
cat >odd.c <<'X'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
static char pool[1 << 20]; static size_t used;
void *malloc(size_t n) { void *p = pool + used; used += (n + 15) & ~15ul; return p; }
void free(void *p) {}
void *calloc(size_t a, size_t b) { return malloc(a * b); }
void *realloc(void *p, size_t n) { return malloc(n); }
int by_name(void) { return 42; }
#define ENTRY(n) static int e##n __attribute__((section("entries"), used)) = n;
ENTRY(1) ENTRY(2) ENTRY(39)
extern int __start_entries[], __stop_entries[];
__thread int local = 5;
static int chosen(void) { return 7; }
static void *choose(void) { return chosen; }
int indirect(void) __attribute__((ifunc("choose")));
extern int nowhere(void) __attribute__((weak));
static int order[2], ran;
__attribute__((constructor(200))) static void second(void) { order[ran++] = 2; }
__attribute__((constructor(101))) static void first(void) { order[ran++] = 1; }
__attribute__((destructor)) static void last(void) { puts("last"); fflush(stdout); }
int target(void); int __real_target(void); int __wrap_target(void) { return __real_target() + 1; }
int main(void) {
  int sum = 0, (*f)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, "by_name");
  for (int *p = __start_entries; p < __stop_entries; p++) sum += *p;
  char *m = malloc(3);
  printf("%d %d %d %d %d %d%d %d\n", f ? f() : -1, sum, local, indirect(), nowhere ? 1 : 0, order[0], order[1], target());
  return m >= pool && m < pool + sizeof pool ? 0 : 9;
}
X
echo 'int target(void) { return 10; }' >target.c
cc odd.c target.c -rdynamic -Wl,--wrap=target -o odd
alike "odd things" ./odd

# C++: an exception, templates and inline state over a library's border
cat >t.h <<'X'
#pragma once
#include <stdexcept>
#include <vector>
template <class T> struct Box { static int made; Box() { made++; } };
template <class T> int Box<T>::made;
inline int &counter() { static int n; return n; }
struct Error : std::runtime_error { using std::runtime_error::runtime_error; };
void other(std::vector<int> &);
X
printf '#include "t.h"\nvoid other(std::vector<int> &v) { counter()++; Box<int> b; v.push_back(1); throw Error("thrown"); }\n' >o.cpp
cat >m.cpp <<'X'
#include "t.h"
#include <iostream>
#include <thread>
static std::vector<int> global{1, 2};
int main() {
  Box<int> b; counter()++;
  std::thread t([] { try { other(global); } catch (const Error &e) { std::cout << e.what() << "\n"; } });
  t.join();
  std::cout << Box<int>::made << counter() << global.size() << std::endl;
}
X
cxx -fPIC -shared o.cpp -o libo.so
cxx m.cpp -L. -lo -Wl,-rpath,'$ORIGIN' -pthread -o cpp
alike "C++ with a library" ./cpp
cxx m.cpp o.cpp -static -o cpp
alike "C++, static" ./cpp
cxx m.cpp o.cpp -static-libstdc++ -static-libgcc -pthread -o cpp
alike "C++, libstdc++ static" ./cpp
same "files left in the cache's tmp" "" "$(ls "$OMEN_CACHE/tmp")"
finish
