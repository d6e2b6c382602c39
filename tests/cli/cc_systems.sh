#!/usr/bin/env bash
# One small project (a program with threads and a race, a static library, a shared library of its own) by each build
# system and by what goes with them: autotools with libtool, CMake, Meson, ccache, a Debian package. What comes out
# runs as it is, and under `omen run` its race is found in the library where it is.
# rooms: build, slow
. "$(dirname "$0")/cc_common"
PATH=$(dirname "$OMEN"):$PATH
unset DEB_BUILD_OPTIONS DEB_BUILD_PROFILES CCACHE_DISABLE
plain=$(mktemp -d "${TMPDIR:-/tmp}/omen_test.XXXXXX") # libtool and debhelper cannot do with spaces
trap 'rm -rf "$SCRATCH" "$plain"' EXIT
mkdir -p "the source"
cd "the source" || exit 1
cat >tally.h <<'X'
#ifndef TALLY_H
#define TALLY_H
#ifdef __cplusplus
extern "C" {
#endif
void tally_add(int n); /* shared library: here is the race */
int tally_sum(void);
int twice(int n); /* static library */
#ifdef __cplusplus
}
#endif
#endif
X
cat >tally.c <<'X'
#include "tally.h"
static int sum;
void tally_add(int n) { sum += n; }
int tally_sum(void) { return sum; }
X
printf '#include "tally.h"\nint twice(int n) { return 2 * n; }\n' >twice.c
cat >main.c <<'X'
#include "tally.h"
#include <pthread.h>
#include <stdio.h>
static void *adds(void *n) {
  tally_add(twice(*(int *)n));
  return NULL;
}
int main(void) {
  int a = 20, b = 1;
  pthread_t t, u;
  pthread_create(&t, NULL, adds, &a);
  pthread_create(&u, NULL, adds, &b);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  printf("%d\n", tally_sum());
  return 0;
}
X
cd ..

# good WHAT PROGRAM [WORD...]: prints 42 alone; run, its race is at tally.c:3 and nowhere else, and it replays. WORDs are environment.
good() {
  local what=$1 prog=$2; shift 2
  same "$what: alone" 42 "$(env "$@" "$prog" 2>&1)"
  rm -rf rec
  env "$@" "$OMEN" run -q --json r.json -o rec -- "$prog" >run.out 2>run.err || { fail "$what: omen run: $(cat run.err)"; return; }
  same "$what: run" 42 "$(cat run.out)"
  same "$what: races" "sum tally.c:3" "$(python3 -c '
import json, os
print(*sorted({r["location"]["name"] + " " + os.path.basename(a["file"]) + ":" + str(a["line"])
               for r in json.load(open("r.json"))["races"] for a in r["accesses"]}))')"
  same "$what: replay" 42 "$("$OMEN" replay -q rec 2>&1)"
}

# ---- autotools: libtool's convenience archives, wrappers in .libs, relinking and RPATH at installation ----
needs autoreconf automake libtoolize
cp -r "the source" "$plain/auto" && cd "$plain" || exit 1
cat >auto/configure.ac <<'X'
AC_INIT([tally], [1.0])
AM_INIT_AUTOMAKE([foreign])
AC_CONFIG_HEADERS([config.h])
AC_PROG_CC
AM_PROG_AR
LT_INIT
AC_SEARCH_LIBS([pthread_create], [pthread])
AC_CHECK_FUNCS([printf no_such_function])
AC_C_BIGENDIAN
AC_CHECK_SIZEOF([long])
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
X
cat >auto/Makefile.am <<'X'
lib_LTLIBRARIES = libtally.la
noinst_LTLIBRARIES = libtwice.la
noinst_PROGRAMS = all-static
bin_PROGRAMS = tally
libtally_la_SOURCES = tally.c tally.h
libtally_la_LDFLAGS = -version-info 2:1:0 -export-symbols-regex '^tally_'
libtwice_la_SOURCES = twice.c
tally_SOURCES = main.c
tally_LDADD = libtwice.la libtally.la
all_static_SOURCES = main.c
all_static_LDFLAGS = -static
all_static_LDADD = libtwice.la libtally.la
check_PROGRAMS = tally-check
TESTS = $(check_PROGRAMS)
tally_check_SOURCES = main.c
tally_check_LDADD = libtwice.la libtally.la
X
check "autoreconf" bash -c 'cd auto && autoreconf -i'
mkdir au && cd au || exit 1
check "configure" ../auto/configure CC="omen cc" CFLAGS="-O2 -Wall" --prefix="$plain/usr"
grep -q 'HAVE_PRINTF 1' config.h || fail "configure: printf not found"
grep -q 'HAVE_NO_SUCH_FUNCTION 1' config.h && fail "configure: a function that does not exist was found"
check "make -j" make -j4
check "make check" make check
check "make install-strip" make install-strip
good "libtool: static" ./all-static
cd "$SCRATCH" || exit 1
good "libtool: installed and stripped" "$plain/usr/bin/tally"
rm -rf "$plain/au"

# ---- CMake: try_compile, precompiled headers, unity builds, RPATH, installation stripped, debug information apart ----
needs cmake ninja
cat >"the source/CMakeLists.txt" <<'X'
cmake_minimum_required(VERSION 3.20)
project(tally C CXX)
find_package(Threads REQUIRED)
try_compile(GOOD ${CMAKE_BINARY_DIR}/try SOURCES ${CMAKE_SOURCE_DIR}/twice.c)
file(WRITE ${CMAKE_BINARY_DIR}/bad.c "int bad(")
try_compile(BAD ${CMAKE_BINARY_DIR}/try2 SOURCES ${CMAKE_BINARY_DIR}/bad.c)
try_run(RUNS COMPILES ${CMAKE_BINARY_DIR}/try3 ${CMAKE_SOURCE_DIR}/runs.c)
include(CheckIPOSupported)
check_ipo_supported()
if(BAD OR NOT COMPILES OR NOT RUNS EQUAL 7)
  message(FATAL_ERROR "probes are wrong: '${BAD}' '${COMPILES}' '${RUNS}'")
endif()
add_library(tally SHARED tally.c)
set_target_properties(tally PROPERTIES VERSION 2.1 SOVERSION 2)
add_library(twice OBJECT twice.c)
add_executable(prog main.c $<TARGET_OBJECTS:twice>)
target_link_libraries(prog tally Threads::Threads)
target_precompile_headers(prog PRIVATE <stdio.h> tally.h)
set_target_properties(prog PROPERTIES INSTALL_RPATH "$ORIGIN/../lib")
install(TARGETS prog tally)
X
echo 'int main(void) { return 7; }' >"the source/runs.c"
check "cmake" env CC="omen cc" CXX="omen c++" cmake -G Ninja -S "the source" -B "cm 1" -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_STRIP="$(command -v strip)"
check "cmake build" cmake --build "cm 1"
good "cmake" "cm 1/prog"
check "cmake --install --strip" cmake --install "cm 1" --prefix "inst 1" --strip
good "cmake: installed and stripped" "inst 1/bin/prog"
check "objcopy" objcopy --only-keep-debug "cm 1/prog" prog.debug
check "strip -g" strip --strip-unneeded "cm 1/prog" "cm 1/libtally.so.2.1"
check "debuglink" objcopy --add-gnu-debuglink=prog.debug "cm 1/prog"
good "debug information apart" "cm 1/prog"
check "cmake, unity, LTO, make" cmake -G "Unix Makefiles" -S "the source" -B cm2 -DCMAKE_C_COMPILER="$(dirname "$OMEN")/omencc" \
  -DCMAKE_CXX_COMPILER="$(dirname "$OMEN")/omenc++" -DCMAKE_UNITY_BUILD=ON -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON -DCMAKE_BUILD_TYPE=Release
check "cmake make" make -C cm2 -j4
good "cmake: unity, LTO" cm2/prog
rm -rf "cm 1" cm2 "inst 1"

# ---- Meson ----
needs meson ninja
cat >"the source/meson.build" <<'X'
project('tally', 'c', version: '2.1', default_options: ['warning_level=2', 'werror=true', 'c_std=c11'])
cc = meson.get_compiler('c')
assert(cc.run('int main(void) { return 7; }').returncode() == 7)
assert(cc.sizeof('long') == 8)
assert(not cc.compiles('int bad('))
assert(cc.links('int main(void) { return 0; }', args: '-pthread'))
twice = static_library('twice', 'twice.c')
tally = shared_library('tally', 'tally.c', version: '2.1.0', install: true)
prog = executable('prog', 'main.c', link_with: [twice, tally], dependencies: dependency('threads'), install: true,
                  install_rpath: '$ORIGIN/../lib', c_pch: 'pch/all.h')
test('prog', prog)
X
mkdir -p "the source/pch"
printf '#include <pthread.h>\n#include <stdio.h>\n' >"the source/pch/all.h"
check "meson" env CC="omen cc" meson setup ms1 "the source" -Dbuildtype=debugoptimized --libdir=lib
check "meson test" meson test -C ms1
good "meson" ms1/prog
check "meson install" env DESTDIR="$SCRATCH/dest" meson install -C ms1 --strip
good "meson: installed and stripped" dest/usr/local/bin/prog
check "meson, LTO, unity" env CC=omencc meson setup ms2 "the source" -Db_lto=true -Dunity=on -Dbuildtype=release -Db_pie=true -Dc_args=-g
check "meson LTO build" ninja -C ms2
good "meson: LTO, unity" ms2/prog
rm -rf ms1 ms2 dest

# ---- ccache: in front, and in place of the compiler; what comes from the cache is as good ----
needs ccache
export CCACHE_DIR=$SCRATCH/ccache CCACHE_NOHASHDIR=1
build() { # build FOLDER CC
  mkdir "$1" && cp "the source"/*.[ch] "$1" && cd "$1" || exit 1
  local f
  for f in main tally twice; do check "$1: $2 -c" env $2 -O1 -g -MD -fPIC -c $f.c -o $f.o; done
  check "$1: archive" ar rcT libtwice.a twice.o
  check "$1: library" env $2 -shared -o libtally.so tally.o
  check "$1: link" env $2 -pthread main.o libtwice.a -L. -ltally -Wl,-rpath,"$PWD" -o prog
  cd .. || exit 1
  good "$1" "$1/prog"
}
hits() { ccache --print-stats | awk '/^(direct|preprocessed)_cache_hit/ { n += $2 } END { print n + 0 }'; }
build ccache1 "ccache omen cc"
before=$(hits)
build ccache2 "ccache omen cc"
same "ccache: from the cache" $((before + 3)) "$(hits)"
mkdir masked && ln -s "$(command -v ccache)" masked/omencc
before=$(hits)
PATH=$SCRATCH/masked:$PATH build ccache3 omencc
PATH=$SCRATCH/masked:$PATH build ccache4 omencc
[ "$(hits)" -ge $((before + 3)) ] || fail "ccache in the compiler's place: nothing came from the cache"
rm -rf ccache*

# ---- options that projects have ----
cd "the source" || exit 1
for flags in "-pipe" "-save-temps" "-save-temps=obj" "-flto" "-flto -ffat-lto-objects" "-flto=auto" "-flto=thin" "--ld-path=$(command -v ld)" "-fuse-ld=lld" "-fuse-ld=bfd -Wl,-O1" \
             "-fwhole-program-vtables -flto" "-Wl,--gc-sections -ffunction-sections" "-Wl,-z,relro,-z,now -fPIE -pie -fstack-protector-strong -D_FORTIFY_SOURCE=2 -O2" \
             "-gsplit-dwarf" "-gz -g3" "-Wl,--build-id -Wl,--compress-debug-sections=zlib" "-static"; do
  mkdir "o $$"
  # shellcheck disable=SC2086
  printf '%s\n' $flags main.c tally.c twice.c -pthread -o "\"o $$/prog\"" >"o $$/rsp"
  # shellcheck disable=SC2086
  check "$flags" "$OMEN" cc -g "@o $$/rsp"
  good "$flags" "o $$/prog"
  rm -rf "o $$" ./*.i ./*.bc ./*.s ./*.o ./*.dwo
done
cat >pch.h <<'X'
#include <pthread.h>
#include <stdio.h>
X
check "precompiled header" "$OMEN" cc -g -pthread -x c-header pch.h -o pch.h.pch
check "with a precompiled header" "$OMEN" cc -g -pthread -include-pch pch.h.pch main.c tally.c twice.c -o with_pch
good "precompiled header" ./with_pch
check "beside it" "$OMEN" cc -g -pthread -include pch.h main.c tally.c twice.c -o with_pch
good "precompiled header, by its name" ./with_pch
rm -f pch.h* with_pch
cd .. || exit 1

# ---- a Debian package: hardening, stripped programs, dependencies of its libraries, debug symbols in a package ----
needs dpkg-buildpackage dh fakeroot cmake
cp -r "the source" "$plain/tally-2.1" && cd "$plain/tally-2.1" || exit 1
rm -rf meson.build CMakeLists.txt pch runs.c
cat >Makefile <<'X'
LIB = $(DESTDIR)/usr/lib/tally
all: prog
libtally.so: tally.c
	$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -fPIC -shared -Wl,-soname,libtally.so.2 -o $@ $<
libtwice.a: twice.c
	$(CC) $(CPPFLAGS) $(CFLAGS) -c -o twice.o $<
	$(AR) rcs $@ twice.o
prog: main.c libtally.so libtwice.a
	$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -pthread -o $@ $< libtwice.a libtally.so -Wl,-rpath,'$$ORIGIN/../lib/tally'
install:
	install -D prog $(DESTDIR)/usr/bin/tally
	install -D -m 644 libtally.so $(LIB)/libtally.so.2
clean:
	rm -f prog *.o *.so *.a
X
mkdir -p debian/source
echo '3.0 (native)' >debian/source/format
printf 'tally (2.1) unstable; urgency=low\n\n  * It counts.\n\n -- A Maintainer <a@example.org>  Mon, 01 Jan 2024 00:00:00 +0000\n' >debian/changelog
printf 'Source: tally\nMaintainer: A Maintainer <a@example.org>\nBuild-Depends: debhelper-compat (= 13)\nStandards-Version: 4.6.2\n\nPackage: tally\nArchitecture: any\nDepends: ${shlibs:Depends}\nDescription: counts\n It counts.\n' >debian/control
printf '#!/usr/bin/make -f\nexport DEB_BUILD_MAINT_OPTIONS = hardening=+all\n%%:\n\tdh $@\noverride_dh_shlibdeps:\n\tdh_shlibdeps -l$(CURDIR)/debian/tally/usr/lib/tally\n' >debian/rules
chmod +x debian/rules
# -gdwarf-4: see docs/build.md. The tools' own locale and home are not the test's business.
check "dpkg-buildpackage" env CC=omencc CXX=omenc++ DEB_CFLAGS_APPEND=-gdwarf-4 HOME="$SCRATCH" dpkg-buildpackage -us -uc -b -d
cd "$plain" || exit 1
check "the package" dpkg-deb -x tally_2.1_*.deb root
readelf -SW root/usr/bin/tally | grep -q '\.debug_info' && fail "dpkg: not stripped"
dpkg-deb -f tally_2.1_*.deb Depends | grep -q libc6 || fail "dpkg: no dependency on libc6"
[ -n "$(ls tally-dbgsym_2.1_*.deb 2>/dev/null)" ] || fail "dpkg: no package of debug symbols"
good "dpkg" root/usr/bin/tally
# debhelper hands CC to CMake and to Meson
cp -r "$SCRATCH/the source" tally-cmake && cp -r tally-2.1/debian tally-cmake && cd tally-cmake || exit 1
rm -rf debian/tally debian/files debian/*stamp debian/*.substvars debian/.debhelper
printf '#!/usr/bin/make -f\n%%:\n\tdh $@\n' >debian/rules
sed -i 's|\$ORIGIN/../lib"|$ORIGIN/../${CMAKE_INSTALL_LIBDIR}"|; s|^install.*|include(GNUInstallDirs)\n&|' CMakeLists.txt
check "dpkg-buildpackage, CMake" env CC=omencc CXX=omenc++ DEB_CFLAGS_APPEND=-gdwarf-4 HOME="$SCRATCH" dpkg-buildpackage -us -uc -b -d
cd .. || exit 1
check "the package, CMake" dpkg-deb -x tally_2.1_*.deb root2
good "dpkg, CMake" root2/usr/bin/prog LD_LIBRARY_PATH="$(dirname "$(find root2 -name 'libtally.so.2')")"
finish
