#!/usr/bin/env bash
# What code bases tell race detectors: order that is not seen otherwise, memory whose races are meant to be. Programs that
# call these functions link and run as ordinary programs, too.
# rooms: runtime/shadow build, quick
. "$(dirname "$0")/run_common"

# Order that nothing in the program shows: only the annotation tells it.
cat >order.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
void __tsan_acquire(void *), __tsan_release(void *);
void AnnotateHappensBefore(const char *, int, const volatile void *);
void AnnotateHappensAfter(const char *, int, const volatile void *);
void WTFAnnotateHappensBefore(const char *, int, const volatile void *);
void WTFAnnotateHappensAfter(const char *, int, const volatile void *);
static volatile int data, flag;
static void *writer(void *arg) {
  data = 42;
#if WAY == 1
  __tsan_release((void *)&flag);
#elif WAY == 2
  AnnotateHappensBefore(__FILE__, __LINE__, &flag);
#elif WAY == 3
  WTFAnnotateHappensBefore(__FILE__, __LINE__, &flag);
#endif
  return arg;
}
static void *reader(void *arg) {
#if WAY == 1
  __tsan_acquire((void *)&flag);
#elif WAY == 2
  AnnotateHappensAfter(__FILE__, __LINE__, &flag);
#elif WAY == 3
  WTFAnnotateHappensAfter(__FILE__, __LINE__, &flag);
#elif WAY == 4
  __tsan_acquire((void *)&data); /* of something else */
#endif
  data = data + 1;
  return arg;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, writer, NULL);
  pthread_create(&t[1], NULL, reader, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("%d\n", data);
  return 0;
}
C
for way in 0 1 2 3 4; do
  for level in -O0 -O2; do
    "$omen" cc -g $level -pthread -DWAY=$way order.c -o order || fail "WAY=$way does not link"
    expect 0 ./order
    expect 0 "$omen" run -o order.rec -- ./order
    case $way in
    0 | 4) says "race on" ;;
    *) says "no data race was seen" ;;
    esac
    expect 0 "$omen" replay --check order.rec
  done
done

# Races that are meant to be, and one that is not.
cat >benign.c <<'C'
#include <pthread.h>
#include <stdlib.h>
void AnnotateBenignRaceSized(const char *, int, const volatile void *, long, const char *);
static volatile int hits, misses;
static volatile long *box;
static void *f(void *arg) {
  hits = hits + 1;
  misses = misses + 1;
  box[0] = box[0] + 1;
  return arg;
}
int main(void) {
  pthread_t t[2];
  box = malloc(16);
  box[0] = 0;
  AnnotateBenignRaceSized(__FILE__, __LINE__, &hits, sizeof hits, "statistics");
  AnnotateBenignRaceSized(__FILE__, __LINE__, box, 16, "statistics");
  AnnotateBenignRaceSized(__FILE__, __LINE__, &misses, 0, "nothing");
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, f, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
C
compile benign -O0
expect 0 ./benign
expect 0 "$omen" run --json b.json -o benign.rec -- ./benign
says '`misses`' && says_not '`hits`'
json b.json "{x['location']['name'] for x in r['races']} == {'misses'} and r['counters']['benign_accesses'] >= 2"
# A lock of the program's own, with readers.
cat >lock.c <<'C'
#include <pthread.h>
void AnnotateRWLockAcquired(const char *, int, const volatile void *, long);
void AnnotateRWLockReleased(const char *, int, const volatile void *, long);
static volatile int lock, data, other;
static void *writer(void *arg) {
  AnnotateRWLockAcquired(__FILE__, __LINE__, &lock, 1);
  data = 1;
  AnnotateRWLockReleased(__FILE__, __LINE__, &lock, 1);
  return arg;
}
static void *reader(void *arg) {
  AnnotateRWLockAcquired(__FILE__, __LINE__, &lock, 0);
  other = data; /* readers are not ordered among themselves */
  AnnotateRWLockReleased(__FILE__, __LINE__, &lock, 0);
  return arg;
}
int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], NULL, writer, NULL);
  for (int i = 1; i < 3; i++) pthread_create(&t[i], NULL, reader, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
C
compile lock -O0
expect 0 "$omen" run --json l.json -o lock.rec -- ./lock
json l.json "{x['location']['name'] for x in r['races']} == {'other'}"
# Accesses that are not to be looked at: of this thread, between the two calls, in any depth; what atomics order stays.
cat >ignore.c <<'C'
#include <pthread.h>
#include <stdlib.h>
void AnnotateIgnoreReadsBegin(const char *, int), AnnotateIgnoreReadsEnd(const char *, int);
void AnnotateIgnoreWritesBegin(const char *, int), AnnotateIgnoreWritesEnd(const char *, int);
#define HERE __FILE__, __LINE__
static volatile int read_only, written, nested, after, other, both_ways, sum;
static volatile int array[100];
static char *heap;
static void *f(void *arg) {
  AnnotateIgnoreReadsBegin(HERE);
  AnnotateIgnoreReadsBegin(HERE);
  sum += arg ? read_only : 0; /* the write of sum is seen */
  AnnotateIgnoreReadsEnd(HERE);
  if (arg) read_only == 7 ? abort() : (void)0;
  AnnotateIgnoreReadsEnd(HERE);
  AnnotateIgnoreReadsEnd(HERE); /* one too many */
  AnnotateIgnoreWritesBegin(HERE);
  written = 1;
  nested = 1;
  for (int i = 0; i < 100; i++) array[i] = i;
  other++; /* its read is seen, and races with nobody's write */
#ifdef BAD
  heap[8] = 1;
#endif
  AnnotateIgnoreReadsBegin(HERE);
  both_ways++;
  AnnotateIgnoreReadsEnd(HERE);
  AnnotateIgnoreWritesEnd(HERE);
  after = 1;
  if (!arg) read_only = 3;
  return arg;
}
int main(void) {
  pthread_t t[2];
  heap = malloc(8);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, f, i ? &t : NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  free(heap);
  return 0;
}
C
for level in -O0 -O2; do
  for strategy in run rr; do
    compile ignore $level
    expect 0 ./ignore
    expect 0 "$omen" run --strategy $strategy --json i.json -o ignore.rec -- ./ignore
    json i.json "{x['location']['name'] for x in r['races']} == {'sum', 'after'}"
    expect 0 "$omen" replay --check ignore.rec
  done
done
json i.json "{a['op'] for x in r['races'] if x['location']['name'] == 'sum' for a in x['accesses']} == {'write'}"
"$omen" cc -g -O0 -pthread -DBAD ignore.c -o ignore_bad || fail "ignore_bad"
expect 0 "$omen" run --json i.json -o ignore.rec -- ./ignore_bad
says "heap buffer overflow"
# A program that brings its own, as dynamic_annotations.c does: weak ones give way in the variant, and nothing else changes.
cat >own.c <<'C'
__attribute__((weak)) void AnnotateHappensBefore(const char *f, int l, const volatile void *p) { (void)f, (void)l, (void)p; }
__attribute__((weak)) void AnnotateHappensAfter(const char *f, int l, const volatile void *p) { (void)f, (void)l, (void)p; }
C
"$omen" cc -g -O0 -pthread -DWAY=2 order.c own.c -o own || fail "own.c"
expect 0 "$omen" run -o own.rec -- ./own && says "no data race was seen"
# In a shared library.
"$omen" cc -g -O0 -fPIC -shared -Dmain=library_main -DWAY=1 order.c -o liborder.so || fail "liborder.so"
printf 'int library_main(void);\nint main(void) { return library_main(); }\n' >user.c
"$omen" cc -g user.c -L. -lorder -Wl,-rpath,'$ORIGIN' -pthread -o user || fail "user"
expect 0 ./user
expect 0 "$omen" run -o user.rec -- ./user && says "no data race was seen"

# no_sanitize("thread"), in every spelling: plain accesses that are written there are nobody's business, wherever the compiler
# puts them; what other functions do to the same memory, and what others do that are called there, is seen.
cat >unsanitized.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
static int a, b, c, d, e, seen, mixed, called;
static char from[64], to[64];
static _Atomic int turn;
__attribute__((no_sanitize("thread"))) static void plain(void) { a++; }
static void declared(void) __attribute__((__no_sanitize__("address", "thread"), noinline));
static void declared(void) { b++; }
#if __has_attribute(no_sanitize)
#define QUIET __attribute__((no_sanitize("all")))
#endif
QUIET void by_macro(void) { c++; }
#if __has_c_attribute(clang::no_sanitize) || defined __cplusplus
[[clang::no_sanitize("thread")]] void by_brackets(void) { d++; }
#else
#error no_sanitize is not there
#endif
__attribute__((no_sanitize("address"))) static void other(void) { seen++; }
static inline void inner(void) { called++; }
__attribute__((no_sanitize("thread"), noinline)) static void outer(void) {
  e++;
  inner();
  memcpy(to, from, sizeof to);
  atomic_fetch_add(&turn, 1);
}
__attribute__((no_sanitize("thread"), noinline)) static void half(void) { mixed = 1; }
static void *work(void *arg) {
  plain();
  declared();
  by_macro();
  by_brackets();
  outer();
  other();
  if (arg) half(); else mixed = 2;
  return arg;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, i ? &turn : NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return a + b + c + d != 8 || turn != 2 || !mixed;
}
C
names() { python3 -c "import json; print(*sorted({x['location']['name'].split('[')[0] for x in json.load(open('$1'))['races']}))"; }
for level in -O0 -O2; do
  "$omen" cc -g $level -std=gnu2x -Wall -Wextra -Werror -pthread unsanitized.c -o unsanitized || fail "cannot compile at $level"
  ./unsanitized || fail "$level: other results than without Omen"
  expect 0 "$omen" run --all -q -o rec --json n.json -- ./unsanitized
  [ "$(names n.json)" = "called seen" ] || fail "$level: races on '$(names n.json)', not on called and seen"
done
sed 's/no_sanitize("[a-z]*")/unused/; s/__no_sanitize__([^)]*)/unused/; s/clang::unused/maybe_unused/' unsanitized.c >sanitized.c
"$omen" cc -g -O0 -std=gnu2x -pthread sanitized.c -o sanitized && expect 0 "$omen" run --all -q -o rec --json n.json -- ./sanitized
[ "$(names n.json)" = "a b c called d e mixed seen to" ] || fail "without the attribute: $(names n.json)"
sed -e 's/__has_c_attribute/__has_cpp_attribute/' unsanitized.c | sed 's/#include <stdatomic.h>/#include <atomic>\nusing namespace std;/; s/_Atomic int/atomic<int>/' >unsanitized.cpp
"$omen" c++ -g -O1 -std=c++17 -Wall -Wextra -Werror -pthread unsanitized.cpp -o unsanitized.cxx || fail "C++"
expect 0 "$omen" run --all -q -o rec --json n.json -- ./unsanitized.cxx
[ "$(names n.json)" = "called seen" ] || fail "C++: races on '$(names n.json)'"
# What asks something is told no, also where nothing is known of the function but its name.
cat >asks.c <<'C'
int RunningOnValgrind(void);
int main(int argc, char **argv) { return RunningOnValgrind() + argc - 1; }
C
for level in -O0 -O2; do
  "$omen" cc $level asks.c -o asks && ./asks || fail "$level: RunningOnValgrind: $?"
  expect 0 "$omen" run -q -o rec -- ./asks
done
# The word itself stays free, and what the compiler says of itself is the same.
cat >words.c <<'C'
#ifdef __OMEN__
#error
#endif
static int no_sanitize = 1, __attribute__((unused)) no_sanitize_thread;
int main(void) { return no_sanitize - 1; }
C
"$omen" cc -Wall -Werror words.c -o words && ./words || fail "a variable of that name"
diff <("$omen" cc -dM -E - </dev/null) <(clang-19 -dM -E - </dev/null) || fail "other macros than clang's"
done_testing
