#!/usr/bin/env bash
# omen cc --omen-exclude: code that is left out, by name or file, and what is said of it; libraries with --order-libraries;
# parts of correct programs left out: nothing is invented. (What hidden calls order: tests/corpus/hidden.)
# rooms: build runtime/memory runtime/shadow cli, slow
HERE=$(cd "$(dirname "$0")" && pwd)
. "$(dirname "$0")/cc_common"
cat >a.c <<'X'
#include <pthread.h>
#include <stdatomic.h>
static _Atomic int y;
static int x;
void set_it(_Atomic int *p), wait_for(_Atomic int *p);
static void *one(void *a) { x = 1; set_it(&y); return a; }
static void *two(void *a) { wait_for(&y); x = 2; return a; }
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, one, 0);
  pthread_create(&t[1], 0, two, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return x - 2;
}
X
cat >lib.c <<'X'
#include <stdatomic.h>
#include <sched.h>
void set_it(_Atomic int *p) { atomic_store(p, 1); }
void wait_for(_Atomic int *p) { while (!atomic_load(p)) sched_yield(); }
X
races() { # races WHAT WANTED PROGRAM [OPTION...]: so many are reported
  local what=$1 wanted=$2 prog=$3; shift 3
  "$OMEN" run -q --json report.json -o rec "$@" -- "./$prog" >out.log 2>&1 || { fail "$what: status $?"; cat out.log >&2; }
  same "$what" "$wanted" "$(python3 -c 'import json; print(len(json.load(open("report.json"))["races"]))')"
  rm -rf rec
}
hidden() { python3 -c 'import json; print(json.load(open("report.json"))["counters"].get("hidden_calls", 0))'; }
cc() { check "compile $*" "$OMEN" cc -g -O1 -pthread "$@"; }

# All is seen; parts are not.
cc a.c lib.c -o all
races "all is seen" 0 all
same "nothing is hidden" 0 "$(hidden)"
cc --omen-exclude=set_it,wait_for a.c lib.c -o named
races "by name" 0 named
same "two calls are hidden" 2 "$(hidden)"
cc --omen-exclude='li?.c' a.c lib.c -o filed
races "by file" 0 filed
same "two calls are hidden by file" 2 "$(hidden)"
printf '# what is left out\nset_*\n\n  wait_{for,long}  \n' >list
cc --omen-exclude-file=list a.c lib.c -o listed
races "from a list" 0 listed
same "two calls are hidden by a list" 2 "$(hidden)"
cc a.c lib.c -o plain
cmp -s <(objdump -d --no-show-raw-insn plain | tail -n +4) <(objdump -d --no-show-raw-insn named | tail -n +4) || fail "the program is another one"

# C++: names without arguments.
cat >m.cpp <<'X'
#include <atomic>
#include <thread>
namespace deep {
struct gate {
  std::atomic<int> open{0};
  template <class T> __attribute__((noinline)) void let(T v) { open = v; }
  __attribute__((noinline)) void pass() { while (!open) std::this_thread::yield(); }
};
}
int data;
int main() {
  deep::gate g;
  std::thread a([&] { data = 1; g.let<int>(1); }), b([&] { g.pass(); data++; });
  a.join();
  b.join();
  return data - 2;
}
X
check "C++" "$OMEN" c++ -g -O1 -pthread '--omen-exclude=deep::gate::*' m.cpp -o cxx
races "C++ names" 0 cxx
[ "$(hidden)" -ge 2 ] || fail "C++ names: nothing is hidden"

# A library that nobody built with omen cc: its atomics are not seen.
check "library" clang-19 -O1 -shared -fPIC lib.c -o libother.so
cc a.c -o linked -L. -lother -Wl,-rpath,"$PWD"
races "a library, as ever" 1 linked
races "a library that may order" 0 linked --order-libraries
same "calls of the library" 2 "$(hidden)"
# The same through pointers; a pointer to a function that is seen, or of libc, hides nothing.
sed 's/set_it(&y)/(*doors[0])(\&y)/; s/wait_for(&y)/(*doors[1])(\&y)/
  s/^static int x;/&\nvoid set_it(_Atomic int *p), wait_for(_Atomic int *p); void (*volatile doors[])(_Atomic int *) = {set_it, wait_for};/' a.c >pointers.c
cc pointers.c -o pointed -L. -lother -Wl,-rpath,"$PWD"
races "a library through pointers, as ever" 1 pointed
races "a library through pointers that may order" 0 pointed --order-libraries
same "calls of the library through pointers" 2 "$(hidden)"
cc pointers.c lib.c -o pointed_seen
races "code that is seen, through pointers" 0 pointed_seen --order-libraries
same "no call through pointers is hidden" 0 "$(hidden)"

# Errors.
refuse "no pattern" "$OMEN" cc --omen-exclude= a.c lib.c -o bad
grep -q 'no pattern' out.log || fail "no pattern: the message"
refuse "no file" "$OMEN" cc --omen-exclude-file=none a.c lib.c -o bad
grep -q 'none' out.log || fail "no file: the message"
refuse "link-time optimisation" "$OMEN" cc -flto --omen-exclude=set_it a.c lib.c -o bad
grep -q 'flto' out.log || fail "link-time optimisation: the message"

# Parts of other programs.
some=atomic/cas_lock_ok.c,cxx/atomic_wait_ok.cpp,fence/seqlock_ok.c,futex/mutex_ok.c,pthread/cond_wait_ok.c,pthread/mutex_robust_ok.c,
some+=atomic/ticket_lock_ok.c,atomic/release_sequence_ok.c,pthread/barrier_ok.c
for part in '[a-m]*' '[n-z]*'; do
  python3 "$HERE/../corpus/run" "$OMEN" "$SCRATCH/parts" --opt O2 --seeds 1 --replays 1 --seed-replays 0 --jobs 1 --filter "$some" \
    --exclude "$part" >parts.log 2>&1 || { fail "without $part"; cat parts.log >&2; }
done
finish
