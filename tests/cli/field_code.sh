#!/bin/bash
# The table of accesses changes no machine code: objects of bench/programs, and links of every kind, against clang alone.
# rooms: field build, slow
BENCH=$(realpath "$(dirname "$0")/../../bench/programs")
CORPUS=$(realpath "$(dirname "$0")/../corpus/cxx")
. "$(dirname "$0")/cc_common"
text() { objcopy -O binary -j .text "$1" "$1.text"; }
alike() { # WHAT OURS THEIRS
  text "$2"; text "$3"
  [ -s "$2.text" ] && cmp -s "$2.text" "$3.text" || fail "$1: other code"
}
# temporaries that live only where a condition holds
cat >slice.cpp <<'END'
struct Slice {
  const char *p;
  unsigned long n;
  Slice(const char *p, unsigned long n) : p(p), n(n) {}
};
int use(const Slice *a, const Slice *b);
static const Slice *keep(const Slice &s) { return &s; }
int call(const char *a, unsigned long n, const char *b, unsigned long m) {
  return use(a ? keep(Slice(a, n)) : nullptr, b ? keep(Slice(b, m)) : nullptr);
}
END
# an attribute that omen cc turns into an annotation: a function that goes into its only caller, and words that are no string of the program's
cat >unsanitized.c <<'END'
#include <stdio.h>
static __attribute__((no_sanitize("alignment", "thread"))) int of(const int *p, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += p[i] * (sum ^ i);
  return sum;
}
__attribute__((no_sanitize("bounds"), annotate("a user's", "own"))) int all(const int *p, int n) { return puts("bounds") + of(p + 1, n); }
int main(int argc, char **argv) { return argv[0][0] == all((int[]){argc, 2, 3, 4}, 3); }
END
for options in -O1 "-O2 -g"; do
  check "unsanitized $options" "$OMEN" cc $options -c unsanitized.c -o ours.o
  clang-19 $options -c unsanitized.c -o theirs.o
  for o in ours theirs; do objcopy -O binary $o.o $o.all -R .omen.sites -R .llvm.lto; done
  cmp -s ours.all theirs.all || fail "unsanitized $options: other sections"
done
# what is known of variables, here the sum of a loop that is unrolled, changes clang's own code: without -g, omen cc must not add it
cat >variables.c <<'END'
#include <stdint.h>
#include <stdio.h>
static const uint8_t fix16[7] = {0, 1, 2, 3, 2, 2, 2};
struct stat {
  int64_t mode[4][13];
};
void show(struct stat *s) {
  int64_t fixed[4][9] = {{0}};
  int64_t sum[4] = {0};
  for (int i = 0; i <= 6; i++) {
    fixed[0][fix16[i]] += s->mode[0][i];
    sum[0] += s->mode[0][i];
  }
  if (sum[0]) printf("%f %f %f %f\n", fixed[0][0] * 100.0 / sum[0], fixed[0][1] * 100.0 / sum[0], fixed[0][2] * 100.0 / sum[0], fixed[0][3] * 100.0 / sum[0]);
  for (int i = 1; i <= 2; i++) {
    if (sum[i]) printf("%d %f %f %f %f %f\n", i, fixed[i][0] * 100.0 / sum[i], fixed[i][1] * 100.0 / sum[i], fixed[i][2] * 100.0 / sum[i], fixed[i][3] * 100.0 / sum[i], fixed[i][4] * 100.0 / sum[i]);
  }
}
END
for options in -O2 "-O2 -g"; do
  check "variables $options" "$OMEN" cc $options -c variables.c -o ours.o
  clang-19 $options -c variables.c -o theirs.o
  alike "variables $options" ours.o theirs.o
done
for source in "$BENCH"/*.c slice.cpp "$CORPUS"/mutex_race.cpp "$CORPUS"/shared_ptr_race.cpp; do
  for options in "-O1 -g" "-O2" "-O2 -fPIC" "-O3 -ffunction-sections"; do
    case $source in *.cpp) cxx=c++ plain=clang++-19 ;; *) cxx=cc plain=clang-19 ;; esac
    case $options in *PIC | *sections) [ "${source##*/}" = hashtable.c ] || [ $cxx = c++ ] || continue ;; esac
    check "$source $options" "$OMEN" $cxx $options -c "$source" -o ours.o
    [ -s out.log ] && fail "$source $options: the compiler said: $(cat out.log)"
    $plain $options -c "$source" -o theirs.o
    case $options in
      *sections) objcopy -O binary ours.o ours.all -R .omen.sites -R .llvm.lto; objcopy -O binary theirs.o theirs.all
        cmp -s ours.all theirs.all || fail "$source $options: other sections" ;;
      *) alike "$source $options" ours.o theirs.o ;;
    esac
    [ "$source" = slice.cpp ] || readelf -SW ours.o | grep -q '\.omen\.sites' || fail "$source $options: no table"
  done
done
cp "$BENCH/hashtable.c" "$BENCH/bench.h" .
for options in "" "-no-pie" "-static" "-static-pie" "-fuse-ld=lld" "-Wl,--gc-sections -ffunction-sections" "-s" "-fPIC -shared -Wl,-soname,x.so"; do
  check "link $options" "$OMEN" cc -O2 $options hashtable.c -o ours -lpthread
  clang-19 -O2 $options hashtable.c -o theirs -lpthread
  case $options in # Omen's note moves addresses there: plugin and table do not
    *static* | *lld*) ;;
    *) alike "link $options" ours theirs ;;
  esac
  readelf -SW ours | grep '\.omen\.sites' | grep -q ' WA\|  A' && fail "link $options: the table is loaded"
  case $options in
    *static*) refuse "link $options: ship" "$OMEN" ship ours -o shipped
      grep -q 'a static program: the client cannot be loaded' out.log || fail "link $options: $(cat out.log)" ;;
    *) check "link $options: ship" "$OMEN" ship ours -o shipped
      grep -q '^omen: shipped: [1-9]' out.log || fail "link $options: $(cat out.log)" ;;
  esac
done
# the same inputs give the same bytes, in any folder; without Omen's compiler there is no table
mkdir -p "$PWD/a longer name of a folder"
for n in 1 2 3; do
  [ $n = 3 ] && cd "a longer name of a folder" && cp ../hashtable.c ../bench.h .
  "$OMEN" cc -O2 -c hashtable.c -o same.o; objcopy -O binary -j .omen.sites --set-section-flags .omen.sites=alloc same.o same.table
done
cd ..
[ -s same.table ] && cmp same.table "a longer name of a folder/same.table" || fail "two builds of the same inputs differ"
clang-19 -O2 hashtable.c -o none -lpthread
"$OMEN" ship none -o shipped 2>out.log && fail "shipped without a table"
grep -q "build it with 'omen cc'" out.log || fail "$(cat out.log)"
# objects of Omen linked by others: nothing is loaded either
"$OMEN" cc -O2 -c hashtable.c -o one.o
for ld in bfd gold lld mold; do
  clang-19 -fuse-ld=$ld one.o -o others -lpthread 2>out.log || continue
  readelf -SW others | grep '\.omen\.sites' | grep -q ' WA\|  A' && fail "$ld: the table is loaded"
  check "$ld: ship" "$OMEN" ship others -o shipped
done
# -r, then an archive, then a program: the table comes along
"$OMEN" cc -O2 -c hashtable.c -o one.o
check "-r" "$OMEN" cc -r one.o -o partial.o
ar rc libpartial.a partial.o
check "archive" "$OMEN" cc -Wl,--whole-archive libpartial.a -Wl,--no-whole-archive -o ours -lpthread
check "archive: ship" "$OMEN" ship ours -o shipped
finish
