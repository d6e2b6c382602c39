#!/usr/bin/env bash
# What code bases tell race detectors: order that is not seen otherwise, memory whose races are meant to be. Programs that
# call these functions link and run as ordinary programs, too.
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
done_testing
