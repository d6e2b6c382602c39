#!/usr/bin/env bash
# omen cc under build systems: configure scripts, make -j, CMake, Meson.
# rooms: build, slow
. "$(dirname "$0")/cc_common"
PATH=$(dirname "$OMEN"):$PATH
cat >lib.c <<'X'
int helper(int x) { return x + 40; }
X
cat >main.c <<'X'
#include <stdio.h>
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
int helper(int);
int main(void) { printf("%d\n", helper(2)); return 0; }
X

# a configure script as autoconf writes them: can the compiler make programs, what suffix has its output, are we
# cross-compiling, which functions and headers are there, does an option work
cat >configure <<'X'
#!/bin/sh
: "${CC=cc}"
echo 'int main(void) { return 0; }' >conftest.c
$CC $CFLAGS conftest.c 2>conftest.err || { echo "C compiler cannot create executables"; cat conftest.err; exit 77; }
[ -f a.out ] || { echo "output is not a.out"; exit 77; }
./a.out || { echo "cannot run C compiled programs"; exit 77; }
$CC -c conftest.c && [ -f conftest.o ] || { echo "no object suffix"; exit 77; }
$CC -E conftest.c >/dev/null || exit 77
echo 'choke me' >conftest.c
$CC -c conftest.c 2>/dev/null && { echo "nonsense compiles"; exit 77; }
rm -f config.h
for f in printf strlen no_such_function; do
  printf 'char %s(void); int main(void) { return %s(); }\n' $f $f >conftest.c
  if $CC -fno-builtin -Wno-everything conftest.c -o conftest 2>/dev/null; then
    echo "#define HAVE_$f 1" | tr a-z A-Z | sed 's/#DEFINE/#define/' >>config.h
  fi
done
echo 'int main(void) { return 0; }' >conftest.c
$CC -Werror -fno-such-option-at-all conftest.c -o conftest 2>/dev/null && { echo "any option works"; exit 77; }
$CC -Werror -Wl,--as-needed -lm conftest.c -o conftest || { echo "--as-needed"; exit 77; }
sed "s|@CC@|$CC|" Makefile.in >Makefile
X
cat >Makefile.in <<'X'
CC = @CC@
OBJS = p1.o p2.o p3.o p4.o p5.o p6.o
all: prog
prog: main.o libhelper.a $(OBJS)
	$(CC) -o $@ main.o $(OBJS) -L. -lhelper
libhelper.a: lib.o
	ar cru $@ lib.o 2>/dev/null && ranlib $@
%.o: %.c
	$(CC) -DHAVE_CONFIG_H -O1 -Werror -Wall -MMD -MP -c $< -o $@
X
for i in 1 2 3 4 5 6; do echo "int part$i(void); int part$i(void) { return $i; }" >p$i.c; done
chmod +x configure
check "configure" env CC="omen cc" ./configure
grep -q HAVE_PRINTF config.h || fail "configure: printf not found"
grep -q NO_SUCH config.h && fail "configure: a function that does not exist was found"
check "make -j2" make -j2
same "make" 42 "$(./prog)"
defines prog main helper
[ -s p3.d ] || fail "make: no dependency files"
needs ccache
check "ccache" env CCACHE_DIR="$SCRATCH/ccache" ccache omencc -c lib.c -o cached.o
has_bitcode cached.o || fail "ccache: no bitcode"

# CMake: the compiler in two words through the environment, as a list, and in one word
needs cmake ninja
mkdir cm
cat >cm/CMakeLists.txt <<'X'
cmake_minimum_required(VERSION 3.20)
project(demo LANGUAGES C CXX)
include(CheckFunctionExists)
check_function_exists(printf HAVE_PRINTF)
check_function_exists(no_such_function HAVE_NONE)
if(HAVE_NONE OR NOT HAVE_PRINTF)
  message(FATAL_ERROR "probes are wrong")
endif()
find_package(Threads REQUIRED)
add_library(helper SHARED ../lib.c)
add_library(inner STATIC inner.cpp)
add_executable(prog main.cpp)
target_link_libraries(prog inner helper Threads::Threads)
target_compile_options(prog PRIVATE -Wall -Wextra -Werror)
X
echo 'int inner() { return 2; }' >cm/inner.cpp
printf '#include <iostream>\nint inner();\nextern "C" int helper(int);\nint main() { std::cout << helper(inner()) << "\\n"; }\n' >cm/main.cpp
check "cmake CC='omen cc'" env CC="omen cc" CXX="omen c++" cmake -G Ninja -S cm -B cm1
check "cmake build" ninja -C cm1
same "cmake program" 42 "$(cm1/prog)"
defines cm1/prog main _Z5innerv
defines cm1/libhelper.so helper
check "cmake omencc, IPO" cmake -G "Unix Makefiles" -S cm -B cm2 -DCMAKE_C_COMPILER=omencc -DCMAKE_CXX_COMPILER=omenc++ \
  -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON -DCMAKE_BUILD_TYPE=Release
check "cmake make" make -C cm2 -j2
same "cmake program, IPO" 42 "$(cm2/prog)"
defines cm2/prog main
check "cmake list" cmake -G Ninja -S cm -B cm3 "-DCMAKE_C_COMPILER=omen;cc" "-DCMAKE_CXX_COMPILER=omen;c++"

needs meson
mkdir ms
cp lib.c main.c ms
cat >ms/meson.build <<'X'
project('demo', 'c', default_options: ['warning_level=2', 'werror=true'])
cc = meson.get_compiler('c')
assert(cc.get_id() == 'clang')
assert(cc.has_function('printf'))
assert(not cc.has_function('no_such_function'))
assert(cc.has_argument('-Wall'))
assert(not cc.has_argument('-fno-such-option-at-all'))
assert(cc.has_link_argument('-Wl,--as-needed'))
helper = static_library('helper', 'lib.c', c_args: '-Wno-missing-prototypes')
executable('prog', 'main.c', link_with: helper, dependencies: dependency('threads'))
X
check "meson setup" env CC="omen cc" meson setup ms/b ms
check "meson compile" ninja -C ms/b
same "meson program" 42 "$(ms/b/prog)"
defines ms/b/prog main helper
finish
