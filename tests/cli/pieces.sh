#!/usr/bin/env bash
# A large module becomes code in pieces (docs/build.md): the same races with the same ids as in one, the same bytes
# whatever the number of processors; an edit of one file redoes that file's pieces; whoever is killed leaves what is
# done and nothing else. OMEN_PIECE_SIZE makes small programs large.
# rooms: build cli, quick
. "$(dirname "$0")/cc_common"
cat >a.c <<'C'
#include <pthread.h>
#include <stdio.h>
int twice(int x), table(int x), by_alias(int x);
static int counter;
static int helper(int x) { counter += x; return counter; }
static void *go(void *p) { helper(1); puts("thread"); return p; }
__attribute__((constructor)) static void first(void) { counter = 5; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, go, 0);
  helper(2);
  pthread_join(t, 0);
  printf("%d %d %d %d\n", counter, twice(3), table(2), by_alias(4));
  return 0;
}
C
cat >b.c <<'C'
#include <string.h>
static _Thread_local int calls;
static const char *words[] = {"one", "two", "three"};
static int helper(int x) { calls++; return 2 * x + (int)strlen(words[x % 3]); } /* another of that name */
int twice(int x) { return helper(x) + calls; }
static int own(int x) { return x + 1; }
extern int by_alias(int x) __attribute__((alias("public_name")));
int public_name(int x) { int (*volatile f)(int) = own; return f(x); }
C
cat >c.c <<'C'
int table(int n) {
  static void *const where[] = {&&zero, &&one, &&two};
  goto *where[n % 3];
zero: return 10;
one: return 11;
two: return 12;
}
C
cat >d.cc <<'C'
#include <stdexcept>
#include <string>
struct Base { virtual ~Base() {} virtual int f() { return 1; } };
struct Own : Base { int f() override { static int n = 7; return n++; } };
template <class T> T plus(T a, T b) { static T last; last = a + b; return last; }
inline int throws(int x) { if (x) throw std::runtime_error("no"); return 0; }
extern "C" int cxx(int x) {
  Own o; Base *b = &o;
  try { throws(x); } catch (const std::exception &e) { return b->f() + plus(x, 2) + (int)std::string(e.what()).size(); }
  return 0;
}
C
sed -i 's/by_alias(int x);/by_alias(int x), cxx(int x);/; s/by_alias(4)/by_alias(4) + cxx(1)/' a.c
build() {
  for f in a b c; do check "cc $f $1" "$OMEN" cc -g "$1" -c $f.c; done
  check "c++ $1" "$OMEN" c++ -g "$1" -c d.cc && check "link $1" "$OMEN" c++ a.o b.o c.o d.o -o prog -pthread
}
# races FILE: what must be the same however the program is cut
races() { python3 -c 'import json,sys
for r in json.load(open(sys.argv[1]))["races"]: print(r["id"], r["location"]["name"], [(a["file"], a["line"], a["function"], a["op"]) for a in r["accesses"]])' "$1"; }
run_with() { # SIZE OPTIONS...
  local size=$1 status; shift
  OMEN_CACHE=$SCRATCH/cache.$size OMEN_PIECE_SIZE=$size "$OMEN" run "$@" --json report.$size -o rec.$size -- ./prog >out.$size 2>err.$size
  status=$?
  same "status with pieces of $size" 0 $status
  [ $status = 0 ] || sed 's/^/    /' err.$size >&2
  "$OMEN" replay rec.$size --check >check.$size 2>&1 || fail "replay with pieces of $size: $(cat check.$size)"
}
for level in -O0 -O2; do
  build $level
  for kind in "" --exact; do
    rm -rf cache.*
    for size in 10 100000; do run_with $size $kind; done
    [ "$(ls cache.10/piece | wc -l)" -ge 4 ] || fail "$level $kind: not cut"
    [ ! -d cache.100000/piece ] || [ -z "$(ls cache.100000/piece)" ] || fail "a small program was cut"
    cmp -s out.10 out.100000 || fail "$level $kind: the program writes something else: $(cat out.10)"
    same "$level $kind: races" "$(races report.100000)" "$(races report.10)"
    [ -n "$(races report.10)" ] || fail "$level $kind: no race"
  done
done

# The same bytes on one processor and on all.
export OMEN_PIECE_SIZE=10
OMEN_CACHE=$SCRATCH/one check "prepare on one processor" taskset -c "$(taskset -pc $$ | sed 's/.*: *//; s/[,-].*//')" "$OMEN" prepare prog
OMEN_CACHE=$SCRATCH/all check "prepare" "$OMEN" prepare prog
for f in one/variant/*/*; do cmp "$f" "all/${f#one/}" >&2 || fail "$f: other bytes than on one processor"; done
same "variants of prepare" 2 "$(ls one/variant | wc -l)"
[ -z "$(ls all/tmp)" ] || fail "prepare left $(ls all/tmp)"

# An edit of one file: its pieces, and the variables.
export OMEN_CACHE=$SCRATCH/edit
build -O0
check "prepare" "$OMEN" prepare --variant triage prog
ls edit/piece | sort >before
sed -i 's/2 \* x + (int)/3 * x + x * x + (int)/' b.c
build -O0
check "prepare again" "$OMEN" prepare --variant triage prog
ls edit/piece | sort >after
new=$(comm -13 before after | wc -l) all=$(wc -l <before)
[ "$new" -ge 1 ] && [ "$new" -le 4 ] && [ "$all" -ge 8 ] || fail "an edit of one file of four: $new of $all pieces are new"
"$OMEN" run --exact -o edited -- ./prog >out.edited 2>/dev/null
grep -q "^[0-9]* $((3 * 3 + 9 + 3 + 1)) " out.edited || fail "the edited program: $(cat out.edited)"

# Killed in the middle, several times: nothing half is believed, what was done stays, and the next one cleans up.
export OMEN_CACHE=$SCRATCH/killed
for wait in 0.05 0.2 0.5; do
  "$OMEN" prepare prog >/dev/null 2>&1 &
  sleep $wait
  kill -9 $! 2>/dev/null
  wait $! 2>/dev/null
done
find killed/tmp -mindepth 1 -maxdepth 1 -exec touch -d '1 minute ago' {} +
check "prepare after kills" "$OMEN" prepare prog
[ -z "$(ls killed/tmp)" ] || fail "left by those that were killed: $(ls killed/tmp)"
check "run after kills" "$OMEN" run --exact -o killed.rec -- ./prog

# Damaged pieces are not believed.
for f in killed/piece/*; do printf 'damage' | dd of="$f" bs=1 seek=700 conv=notrunc 2>/dev/null; done
rm -rf killed/variant killed/object
check "prepare after damage" "$OMEN" prepare prog
check "run after damage" "$OMEN" run --exact -o damaged.rec -- ./prog

# A library in pieces.
cat >lib.c <<'C'
static int hits;
static int more(int n) { hits += n; return hits; }
int lib_add(int n) { return more(n); }
C
cat >user.c <<'C'
#include <pthread.h>
int lib_add(int n);
static void *go(void *p) { lib_add(1); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, go, 0); lib_add(2); pthread_join(t, 0); return lib_add(0) != 3; }
C
check "library" "$OMEN" cc -g -O0 -fPIC -shared lib.c -o libp.so
check "its user" "$OMEN" cc -g -O0 user.c -o user -pthread -L. -lp -Wl,-rpath,"$PWD"
for size in 3 100000; do
  OMEN_CACHE=$SCRATCH/lib.$size OMEN_PIECE_SIZE=$size "$OMEN" run --json lib.$size.json -o lib.$size.rec -- ./user >/dev/null 2>&1
  same "user of a library in pieces of $size" 0 $?
done
same "races in a library" "$(races lib.100000.json)" "$(races lib.3.json)"
[ -n "$(races lib.3.json)" ] || fail "no race in the library"

# A type inside an inline function is one for all source files, and belongs to one of them: to another than the piece's, maybe.
cat >shared.h <<'C'
extern int total;
inline int count(int n) {
  struct local {
    int v;
    int more(int by) { total += by; return v + total; }
  };
  local l{n};
  auto add = [&l](int by) { total++; return l.more(by); };
  return add(n);
}
C
printf '#include "shared.h"\nint two(int n) { return count(n) + count(n + 1); }\n' >two.cc
printf '#include "shared.h"\nint total;\nint two(int n);\nint main() { return count(2) + two(3) > 0 ? 0 : 1; }\n' >main.cc
check "two source files" "$OMEN" c++ -g -O2 -c two.cc main.cc
check "their program" "$OMEN" c++ two.o main.o -o units
OMEN_PIECE_SIZE=4 "$OMEN" run -q -o units.rec -- ./units >/dev/null 2>err.units
status=$?
same "types of another piece ($(cat err.units))" 0 $status

# The command line, and progress.
refuse "no program" "$OMEN" prepare
refuse "an unknown variant" "$OMEN" prepare --variant other prog
"$OMEN" prepare ./nothing >/dev/null 2>err.none; same "a program that is not there" 4 $?
rm -rf "$SCRATCH/killed"
python3 - >many.c <<'P'
for i in range(240):
    print(f"int g{i}, h{i}[9]; int f{i}(int x) {{ for (int k = 0; k < x; k++) g{i} += h{i}[k % 9] * x; return g{i}; }}")
print("int main(void) { return " + "+".join(f"f{i}(0)" for i in range(240)) + "; }")
P
check "many functions" "$OMEN" cc -g many.c -o many
OMEN_PROGRESS=0 python3 -c 'import pty, sys; pty.spawn(sys.argv[1:])' "$OMEN" prepare many >err.progress
grep -q "preparing many: [0-9]*%, .* left" err.progress || fail "no progress with an estimate: $(cat err.progress)"
grep -q "many is prepared for triage" err.progress || fail "prepare says nothing of triage"
finish
