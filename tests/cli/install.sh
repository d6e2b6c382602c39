#!/usr/bin/env bash
# `make install` into a prefix: everything is there, it works there and after a move, a CMake project finds it and triages a
# test with it; the manual and the completions say what --help says; the package for Debian holds the same.
# rooms: cli build, slow
. "$(dirname "$0")/run_common"
root=$(cd "$here/../.." && pwd)
cmake --install "$build" --prefix "$work/first place" >log 2>&1 || { fail "install"; cat log; exit 1; }
mv "first place" "moved here"
there="$work/moved here"
installed=$there/bin/omen
lib=$(find "$there" -name libomen_rt.a -printf '%h')
for file in "$there"/bin/{omen,omencc,omenc++} "$lib"/{instrument,plugin.so,libomen_rt.a,libomen_stubs.a,omen.gdb,schedule.gdb,ld} \
  "$there"/share/man/man1/{omen,omen-run,omen-triage,omen-classify,omen-replay,omen-report}.1 \
  "$there/share/bash-completion/completions/omen" "$there/share/zsh/site-functions/_omen" "$there/share/fish/vendor_completions.d/omen.fish" \
  "$there"/share/man/man1/{omencc,omenc++}.1 "$there/share/pkgconfig/omen.pc" "$(dirname "$lib")/cmake/Omen/OmenConfig.cmake"; do
  [ -e "$file" ] || fail "$file is not installed"
done

# A project of its own, from the installed tree alone.
mkdir project && cd project || exit 1
cat >prog.c <<'C'
#include <pthread.h>
#include <stdio.h>
static volatile int count;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int locked;
static void *add(void *arg) {
  if (locked) pthread_mutex_lock(&m);
  count = count + 1;
  if (locked) pthread_mutex_unlock(&m);
  return arg;
}
int main(int argc, char **argv) {
  pthread_t t[2];
  (void)argv;
  locked = argc > 1;
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, add, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("%d\n", count);
  return 0;
}
C
cat >CMakeLists.txt <<'C'
cmake_minimum_required(VERSION 3.25)
project(small C)
enable_testing()
find_package(Omen 0.1 REQUIRED)
find_package(Threads REQUIRED)
add_executable(prog prog.c)
target_link_libraries(prog PRIVATE Threads::Threads Omen::headers)
omen_add_test(NAME racy TARGET prog OPTIONS --quiet)
omen_add_test(NAME "let it pass" TARGET prog OPTIONS --fail-on never)
omen_add_test(NAME locked TARGET prog ARGS carefully)
C
cmake -S . -B out -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_COMPILER="$there/bin/omencc" -DCMAKE_PREFIX_PATH="$there" >log 2>&1 &&
  ninja -C out >>log 2>&1 || { fail "the project does not build"; cat log; }
(cd out && ctest >../tested 2>&1)
grep -q "racy .*Failed" tested && grep -q "let it pass .*Passed" tested && grep -q "locked .*Passed" tested || { fail "ctest"; cat tested; }
python3 -c "import xml.etree.ElementTree as E; assert E.parse('out/omen/racy.xml').getroot()[0].get('failures') != '0'" || fail "no JUnit of the test"
cd ..
# By pkg-config.
needs pkg-config
pc=$(dirname "$(find "$there" -name omen.pc)")
[ "$(PKG_CONFIG_PATH=$pc pkg-config --modversion omen)" = "$("$installed" --version | cut -d' ' -f2)" ] || fail "pkg-config"
cc=$(PKG_CONFIG_PATH=$pc pkg-config --variable=cc omen)
eval "$cc" -g -pthread project/prog.c -o by-pc || fail "the compiler that pkg-config names: $cc"
expect 0 "$installed" doctor

# The manual has every option of --help, and every page is a page.
for c in $("$installed" --help | sed -n 's/^  \([a-z+]*\)  .*/\1/p'); do
  page="$there/share/man/man1/omen-$c.1"
  [ -s "$page" ] || { fail "no page for $c"; continue; }
  case $c in cc | c++) continue ;; esac
  "$installed" $c --help | grep -oE '^ .{3,5}--[a-z-]+' | grep -oE -- '--[a-z-]+' | while read -r option; do
    grep -qF -- "$(printf '%s' "$option" | sed 's/-/\\-/g')" "$page" || echo "$c $option"
    for shell in bash-completion/completions/omen zsh/site-functions/_omen; do
      grep -qF -- "$option" "$there/share/$shell" || echo "$shell: $c $option"
    done
  done >missing
  [ -s missing ] && { fail "options that are missing in the manual or completion"; cat missing; }
done
needs groff
for page in "$there"/share/man/man1/*.1; do
  (cd "$there/share/man" && groff -man -Tutf8 -ww "$page") 2>&1 >/dev/null | grep . && fail "$page"
done
# Completion in bash.
complete_words() {
  bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _omen; printf "%s\n" "${COMPREPLY[@]}"' - \
    "$there/share/bash-completion/completions/omen" "$@"
}
[ "$(complete_words omen tri)" = triage ] || fail "completion of a command"
[ "$(complete_words omen triage --bud)" = --budget ] || fail "completion of an option"
complete_words omen run --strategy p | grep -qx pct || fail "completion of a value"
expect 0 "$installed" manual triage && grep -q '^OMEN-TRIAGE(1)' out || fail "omen manual"
expect 2 "$installed" manual nonsense && one_line

# The package.
needs dpkg-deb
package=$(cd "$build" && "$root/scripts/deb" . 2>"$work/log") || { fail "make deb"; cat log; } # relative, as make has it
[ ! -s log ] || { fail "make deb says:"; cat log; }
dpkg-deb -c "$package" >list && dpkg-deb -I "$package" >info || fail "no package"
grep -q ' ./usr/bin/omen$' list || fail "no command in the package"
grep -q 'usr/share/man/man1/omen-run.1.gz' list || fail "no manual in the package"
grep -q 'Depends: .*libc6.*clang-19' info || fail "no dependencies"
dpkg-deb -x "$package" unpacked
(cd project && ../unpacked/usr/bin/omencc -g -pthread prog.c -o ../from-deb) || fail "the package's compiler"
expect 1 unpacked/usr/bin/omen triage -q -o deb.rec -- ./from-deb
needs lintian
lintian --tag-display-limit 0 --fail-on error,warning "$package" >log 2>&1 || { fail "lintian"; cat log; }
rm -f "$package"
done_testing
