// What the programs share. `bad` is 1 in the program with the defect and 0 in its twin: one build for both, in which an
// argument makes the defect, or two builds with -DBAD=1 and -DBAD=0 where the compiler is to see it (`OMEN: constant`).
#ifndef OMEN_DEFECTS_TEST_H
#define OMEN_DEFECTS_TEST_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))
#define UNUSED __attribute__((unused))
#ifdef BAD
#define bad BAD
#else
UNUSED static volatile int bad;
// glibc hands main's arguments to constructors, too
__attribute__((constructor(101))) static void choose(int argc, char **argv) { bad = argc > 1 && argv[1][0] == 'b'; }
#endif

// A failed set-up step must not look like a passed test.
#define MUST(e) ((e) ? (void)0 : (fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #e), exit(70)))
UNUSED static pthread_t start(void *(*f)(void *), void *arg) {
  pthread_t t;
  MUST(pthread_create(&t, NULL, f, arg) == 0);
  return t;
}
UNUSED static void finish(pthread_t t) { MUST(pthread_join(t, NULL) == 0); }
#endif
