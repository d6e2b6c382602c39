#!/usr/bin/env bash
# omen cc as a compiler: every mode gives what clang gives, and objects have their bitcode with them.
# rooms: build, quick
. "$(dirname "$0")/cc_common"
cat >a.c <<'X'
#include "a.h"
int twice(int x) { return x * TWO; }
X
echo '#define TWO 2' >a.h
printf 'int main(void) { return 0; }\n' >main.c

# -c, with and without -o; the machine code is clang's, and -g changes only what -g changes
check "-c" "$OMEN" cc -c a.c
has_bitcode a.o || fail "-c: no bitcode in a.o"
check "-c -o" "$OMEN" cc -O2 -c a.c -o "b b.o"
clang-19 -O2 -c a.c -o plain.o
same "machine code at -O2" "$(objdump -d plain.o | tail -n +4)" "$(objdump -d 'b b.o' | tail -n +4)"
readelf -SW 'b b.o' | grep -q debug && fail "no -g, but debug sections in the object"
check "-g" "$OMEN" cc -g -c a.c -o g.o
readelf -SW g.o | grep -q debug_info || fail "-g: no debug sections"

# the bitcode has lines whether -g was given or not
check "link" "$OMEN" cc -O1 a.c main.c -o prog
"$OMEN" cc --omen-extract prog module.bc && llvm-dis-19 module.bc -o - | grep -q 'DILocation(line: 1' ||
  fail "no -g: the bitcode has no lines"

# -E, -S, -M*: exactly clang's output
for mode in "-E" "-S -o -" "-M" "-MM" "-E -dM" "-fsyntax-only" "-S -emit-llvm -o -"; do
  # shellcheck disable=SC2086
  same "$mode" "$(clang-19 $mode a.c 2>&1)" "$("$OMEN" cc $mode a.c 2>&1)"
done
check "-MD -MF" "$OMEN" cc -MD -MF dep.d -c a.c -o a.o
same "-MF" "$(clang-19 -MM -MT a.o a.c)" "$(cat dep.d | sed 's/ *$//')"
check "-MMD" "$OMEN" cc -MMD a.c main.c -o both
[ -s both.d ] || ls ./*.d >/dev/null 2>&1 || fail "-MMD in one step: no dependency file"

# -x, standard input, response files
check "-x c -" bash -c 'printf "int main(void){return 7;}" | "$0" cc -x c - -o stdin_prog' "$OMEN"
./stdin_prog; same "program from standard input" 7 $?
defines stdin_prog main
printf -- '-O1 -DVALUE=5\n"with space.c" -o "out prog"' >args.rsp
echo 'int main(void) { return VALUE; }' >"with space.c"
check "@file" "$OMEN" cc @args.rsp
./"out prog"; same "@file program" 5 $?
defines "out prog" main
cp a.c a.source
check "-x c FILE" "$OMEN" cc -x c -c a.source -o x.o
has_bitcode x.o || fail "-x c: no bitcode"
printf 'int cxx(int x) { return [x] { return x; }(); }' >lambda.weird
check "-x c++" "$OMEN" cc -x c++ -c lambda.weird -o lambda.o

# -Werror: our own options never cause a warning, in any mode; the user's still do
printf '.globl s\ns: ret\n.section .note.GNU-stack,"",@progbits\n' >s.S
for args in "-c a.c" "-E a.c" "-S a.c -o /dev/null" "-c s.S" "a.c main.c s.S -o w" "main.c -shared -fPIC -o w.so" \
            "a.o main.c -o w" "-fsyntax-only a.c" "-M a.c" "-c -flto a.c" "-c -flto=thin a.c" "-O3 -g3 -c a.c"; do
  # shellcheck disable=SC2086
  check "-Werror $args" "$OMEN" cc -Wall -Wextra -Werror $args
  [ -s out.log ] && ! [[ $args =~ -E|-M ]] && fail "$args: unexpected output: $(cat out.log)"
done
refuse "an unused option of the user's under -Werror" "$OMEN" cc -Werror -c a.c -lfoo

# what clang refuses is refused alike, with the same words and status
echo 'int f( {' >bad.c
same "error text" "$(clang-19 -c bad.c 2>&1)" "$("$OMEN" cc -c bad.c 2>&1)"
"$OMEN" cc -c bad.c 2>/dev/null; same "error status" 1 $?
echo 'int nowhere(void); int main(void) { return nowhere(); }' >undef.c
refuse "undefined symbol" "$OMEN" cc undef.c -o undef
grep -q "undefined reference to .nowhere'" out.log || fail "undefined symbol: not named: $(cat out.log)"
[ -e undef ] && fail "undefined symbol: an output was left"
same "no input" "$(clang-19 2>&1)" "$("$OMEN" cc 2>&1)"

# probes
for probe in "--version" "-dumpversion" "-dumpmachine" "-print-search-dirs" "-print-file-name=libc.so" \
             "-print-prog-name=ld" "-print-libgcc-file-name" "-Wl,--version" "--help"; do
  same "$probe" "$(clang-19 "$probe" 2>&1)" "$("$OMEN" cc "$probe" 2>&1)"
done
"$OMEN" cc -v a.c main.c -o v 2>&1 | grep -q '/ld" ' || fail "-v: no linker line"

# what cannot have bitcode is compiled all the same, and says why
check "-fsanitize" "$OMEN" cc -fsanitize=undefined a.c main.c -o san
./san || fail "-fsanitize: the program does not run"
bundle san | grep -q 'built with -fsanitize=undefined' || fail "-fsanitize: no reason kept"
check "--coverage" "$OMEN" cc --coverage -c a.c -o cov.o
has_bitcode cov.o && fail "--coverage: bitcode with counters in it"

# no clang: one line, exit 3
mkdir empty
out=$(PATH=$SCRATCH/empty "$OMEN" c++ --version 2>&1); status=$?
if [ ! -x /usr/lib/llvm-19/bin/clang++ ]; then
  same "no clang: status" 3 $status
  same "no clang: lines" 1 "$(wc -l <<<"$out")"
fi
finish
