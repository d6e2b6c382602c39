// Threads that write what no two schedules write alike: every line has the thread's number and one from a locked counter.
#ifndef OMEN_LINES_H
#define OMEN_LINES_H
#include "../../corpus/corpus.h"
#include <sched.h>
#include <unistd.h>
enum { TALKERS = 4, LINES = 10 };
static pthread_mutex_t number_lock = PTHREAD_MUTEX_INITIALIZER;
static int numbers;

UNUSED static int next_number(void) {
  pthread_mutex_lock(&number_lock);
  int n = numbers++;
  pthread_mutex_unlock(&number_lock);
  return n;
}
UNUSED static void *talk(void *p) {
  for (int i = 0; i < LINES; i++) printf("%d: number %d\n", (int)(intptr_t)p, next_number());
  return p;
}
// f and g, and beside them threads that run `noise` with their numbers.
UNUSED static void all(body *f, body *g, body *noise) {
  pthread_t t[TALKERS], a = start(f, NULL), b = start(g, NULL);
  for (int i = 0; i < TALKERS; i++) t[i] = start(noise, (void *)(intptr_t)i);
  for (int i = 0; i < TALKERS; i++) finish(t[i]);
  finish(a);
  finish(b);
}
#endif
