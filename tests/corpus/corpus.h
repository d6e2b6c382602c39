// Helpers of the corpus programs. Nothing here orders threads but creation and join.
#ifndef OMEN_CORPUS_H
#define OMEN_CORPUS_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NOINLINE __attribute__((noinline))
#define UNUSED __attribute__((unused))
typedef void *body(void *);

// A failed set-up step must not look like a passed test.
#define MUST(e) ((e) ? (void)0 : (fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #e), exit(70)))

UNUSED static pthread_t start(body *f, void *arg) {
  pthread_t t;
  MUST(pthread_create(&t, NULL, f, arg) == 0);
  return t;
}
UNUSED static void *finish(pthread_t t) {
  void *result = NULL;
  MUST(pthread_join(t, &result) == 0);
  return result;
}
// Thread 1 runs f, thread 2 runs g, and main waits for both.
UNUSED static void both(body *f, body *g) {
  pthread_t a = start(f, NULL), b = start(g, NULL);
  finish(a);
  finish(b);
}
// An absolute time on `clock`, some seconds from now (or ago).
UNUSED static struct timespec from_now(clockid_t clock, int seconds) {
  struct timespec t;
  MUST(clock_gettime(clock, &t) == 0);
  t.tv_sec += seconds;
  return t;
}
#endif
