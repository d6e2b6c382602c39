#!/usr/bin/env bash
# omen.h: checks that fail are reported, with their text, and decide over races; in the program they are never
# evaluated, and other compilers make no code of them. Ordinary assert() is an assertion, too.
# rooms: build runtime report, quick
. "$(dirname "$0")/run_common"

cat >stock.c <<'C'
#include <omen.h>
#include <pthread.h>
#include <stdio.h>
static volatile int stock = 1;
static int looked;
#ifdef LOCKED
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define LOCK pthread_mutex_lock(&lock)
#define UNLOCK pthread_mutex_unlock(&lock)
#else
#define LOCK
#define UNLOCK
#endif
static int look(int v) { looked++; return v; }
static void *take(void *p) {
  LOCK;
  if (stock > 0) {
    stock--;
    omen_check(look(stock) >= 0, "more was taken than there is");
  }
  UNLOCK;
  return p;
}
int main(void) {
  pthread_t t[2];
  int never = 3;
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, take, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  omen_assert(never == 3), (void)0;
#ifdef PLAIN
  omen_assert(never > 3);
#endif
  if (never) omen_assert(never); else puts("no");
#ifndef QUIET
  printf("looked %d\n", looked);
#endif
  return 0;
}
C
for level in -O0 -O2; do
  # A race that decides over a check. The program itself never looks.
  compile stock $level -DQUIET
  expect 1 "$omen" triage --json stock.json -o stock.rec -- ./stock
  says "look(stock) >= 0 is false: more was taken than there is"
  json stock.json "any(a['class'] == 'spec-violated' and a['consequence'] == 'assertion' for a in r['races'])"
  compile stock $level
  expect 0 ./stock
  prints "looked 0"
  compile stock $level -DLOCKED -DQUIET
  expect 0 "$omen" triage --json twin.json -o twin.rec -- ./stock
  json twin.json "not r['races'] and not r.get('findings')"
  # One that fails in any order: a defect of the run, which goes on.
  compile stock $level -DLOCKED -DPLAIN
  expect 0 "$omen" run --json plain.json -o plain.rec -- ./stock
  prints "looked 1"
  says "never > 3 is false"
  json plain.json "len(r['findings']) == 1 and r['findings'][0]['kind'] == 'check'"
done

# C++, in headers and expressions; a library; with warnings on.
cat >cxx.cc <<'C'
#include <omen.h>
template <class T> struct Box {
  T v;
  T get() const { return omen_assert(v > 0), v; }
};
int main() {
  Box<long> good{1}, bad{-1};
  omen_check(good.get() == 1, "a message with \"quotes\"");
  return good.get() + bad.get() == 0 ? 0 : 1;
}
C
"$omen" c++ -g -Wall -Wextra -Wpedantic -Werror -std=c++17 cxx.cc -o cxx || fail "cannot compile cxx.cc"
expect 0 "$omen" run -o cxx.rec -- ./cxx
says "v > 0 is false"
[ "$(grep -c '^says ' cxx.rec/outcome)" = 1 ] || fail "cxx: more than one check"

# Other compilers: no code, no symbol, no warning, as if the lines were not there.
sed 's/omen_check(.*);$/;/; s/omen_assert([^)]*)/(void)0/; s/#include <omen.h>//' stock.c >bare.c
cp "$build/lib/omen/include/omen.h" .
for cc in gcc clang-19; do
  needs $cc
  for level in -O0 -O2; do
    for f in stock bare; do
      $cc $level -Wall -Wextra -pedantic -Werror -Wno-unused-function -Wno-unused-variable -DQUIET -I. -c $f.c -o $f.o ||
        fail "$cc $level $f"
      objdump -d --no-show-raw-insn $f.o | sed 1,3d >$f.s
    done
    cmp -s stock.s bare.s || fail "$cc $level: there is code of a check"
  done
done
# And from -O1 on nothing of a check is called or named by what omen cc makes of the program, either.
for level in -O1 -O2 -Os; do
  "$omen" cc $level -DQUIET -c stock.c -o stock.o
  ! objdump -dr stock.o | grep -q omen || fail "omen cc $level: there is code of a check"
done

# assert() itself.
cat >plain.c <<'C'
#include <assert.h>
#include <pthread.h>
static int a = 1;
static void *less(void *p) { a = 0; a = 1; return p; }
static void *look(void *p) { assert(a == 1); return p; }
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, less, 0);
  pthread_create(&t[1], 0, look, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
C
compile plain -O0
expect 1 "$omen" triage --json assert.json -o assert.rec -- ./plain
json assert.json "any(x['class'] == 'spec-violated' and x['consequence'] == 'assertion' for x in r['races'])"
says "Assertion \`a == 1' failed"
done_testing
