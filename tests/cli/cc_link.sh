#!/usr/bin/env bash
# omen cc as a linker: separate compilation, archives, shared libraries, foreign objects; the program is the ordinary
# one, and the whole program's bitcode travels with it.
# rooms: build, quick
. "$(dirname "$0")/cc_common"
needs gcc ld.gold
mkdir src
cat >src/main.c <<'X'
#include <stdio.h>
int one(void), two(void), three(void);
int main(int argc, char **argv) { printf("%d %d %d %d\n", one(), two(), three(), argc); return argc - 1; }
X
echo 'int one(void) { return 1; }' >src/one.c
echo 'static int n; int two(void) { n++; return 1 + n; }' >src/two.c
echo 'int three(void) { return 3; }' >src/three.c
echo 'int unused_member(void) { return 4; }' >src/four.c
expect() { # expect WHAT PROGRAM: it prints and ends as it should
  same "$1: output" "1 2 3 2" "$("$2" x)"
  "$2" x >/dev/null; same "$1: status" 1 $?
}
cc() { check "cc $*" "$OMEN" cc "$@"; }

# separate compilation; objects gone afterwards; the program moved
for f in main one two three four; do cc -O1 -c src/$f.c -o $f.o; done
cc main.o one.o two.o three.o -o sep
mkdir moved; mv sep moved/sep
expect "separate" moved/sep
defines moved/sep main one two three

# archives by plain ar, with an index of their own, thin, and partly used
ar rc libparts.a one.o two.o four.o; ranlib libparts.a
cc main.o three.o -L. -lparts -o arch
expect "archive" ./arch
defines arch main one two three
grep -q unused_member module.nm && fail "archive: a member that nobody needs is in the module"
ar rcT libthin.a one.o two.o three.o
cc main.o libthin.a -o thin
expect "thin archive" ./thin
defines thin one three
echo '#include <stdio.h>
__attribute__((constructor)) static void registers(void) { fputs("registered\n", stderr); }' >src/ctor.c
cc -c src/ctor.c -o ctor.o
ar rcs libctor.a ctor.o
cc main.o three.o -Wl,--whole-archive libctor.a -Wl,--no-whole-archive libparts.a -o whole
defines whole registers one
same "whole archive" "registered" "$(./whole 2>&1 >/dev/null)"

# objects without bitcode: another compiler's, assembly, in archives or not
gcc -c src/one.c -o foreign.o
ar rcs libforeign.a foreign.o four.o
printf '.globl two\n.type two,@function\ntwo: mov $2,%%eax\n ret\n.section .note.GNU-stack,"",@progbits\n' >two.S
cc main.o three.o two.S libforeign.a -o mixed
expect "mixed" ./mixed
defines mixed main three
same "mixed: objects kept" "foreign.o two.o" "$(bundle mixed | awk '$1 == "object" { print $2 }' | sort | xargs)"

# objects joined by ld -r: lld cannot take their bitcode, so that they go in without
ld -r one.o two.o -o joined.o
cc main.o three.o joined.o -o joined
expect "ld -r" ./joined
defines joined main three
same "ld -r: kept as it is" 1 "$(bundle joined | grep -c '^object ')"

# kinds of output
for flags in "-no-pie" "-pie -fPIE" "-static" "-static-pie -fPIE" "-O0" "-Os" "-O3 -march=x86-64-v2" "-g" "-s" "-rdynamic" \
             "-flto" "-Wl,--gc-sections -ffunction-sections -fdata-sections" "-fuse-ld=lld" "-fuse-ld=bfd" "-fuse-ld=gold" \
             "-Wl,-O1,--as-needed,-z,relro,-z,now,--build-id=sha1,-Map,map.txt" "-pthread" "-fcf-protection=full"; do
  # shellcheck disable=SC2086
  cc $flags src/main.c src/one.c src/two.c src/three.c -o kind
  expect "$flags" ./kind
  defines kind main one two three
done
strip -o stripped moved/sep
defines stripped main one
expect "stripped" ./stripped

# the same inputs give the same bytes
cc -O2 src/main.c src/one.c src/two.c two.S src/three.c -Wl,--allow-multiple-definition -o same1
cp same1 keep; cc -O2 src/main.c src/one.c src/two.c two.S src/three.c -Wl,--allow-multiple-definition -o same1
cmp -s same1 keep || fail "two builds of the same inputs differ"

# shared libraries: with a soname, without, one needing another, symbol versions
cc -fPIC -shared src/one.c -o libone.so.1 -Wl,-soname,libone.so.1
ln -s libone.so.1 libone.so
echo 'V1 { global: two; local: *; };' >two.map
cc -fPIC -shared src/two.c -o libtwo.so -Wl,--version-script=two.map
cc main.o three.o -L. -lone -ltwo -Wl,-rpath,'$ORIGIN' -o dyn
expect "shared" ./dyn
defines libone.so one
defines libtwo.so two
defines dyn main three
bundle libtwo.so | grep -q '^versions ' || fail "libtwo.so: its version script does not travel"
bundle libone.so | grep -q '"kind":"shared"' || fail "libone.so: not recorded as a library"

# options that change how symbols are resolved
echo 'int __real_one(void); int __wrap_one(void) { return __real_one(); }' >src/wrap.c
cc -Wl,--wrap=one src/main.c src/one.c src/two.c src/three.c src/wrap.c -o wrapped
expect "--wrap" ./wrapped
bundle wrapped | grep -q -- '--wrap=one' || fail "--wrap: not recorded"

# a linker script: links, and says why it has no bitcode
ld --verbose | sed -n '/^====/,/^====/p' | grep -v '^====' >default.ld
cc main.o one.o two.o three.o -Wl,-T,default.ld -o scripted
expect "linker script" ./scripted
bundle scripted | grep -q 'linker script' || fail "linker script: no reason kept"

# a dependency file of the linker names only what is there
cc main.o one.o two.o three.o -Wl,--dependency-file=link.d -o dep
same "dependency file" "" "$(sed -n 's/^\(.*\):$/\1/p' link.d | while read -r f; do [ -e "$f" ] || echo "$f"; done)"
grep -q three.o link.d || fail "dependency file: incomplete"

# nothing is left behind
mkdir tmp
TMPDIR=$SCRATCH/tmp "$OMEN" cc main.o one.o two.o three.o -o last
TMPDIR=$SCRATCH/tmp "$OMEN" cc main.o -o last2 2>/dev/null && fail "undefined symbols linked"
same "temporary files left" "" "$(ls tmp)"
same "caches left" "" "$(ls -d "$OMEN_CACHE" 2>/dev/null)"
finish
