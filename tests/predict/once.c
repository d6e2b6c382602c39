/* predicted: race value
 * twin (-DGUARDED): what is read is set by the routine that runs once */
#include "threads.h"
static pthread_once_t once = PTHREAD_ONCE_INIT;
int value, made, copy;
static void make(void) {
  made = 1;
#ifdef GUARDED
  value = 3;
#endif
}
static void *one(void *u) {
#ifndef GUARDED
  value = 3;
#endif
  pthread_once(&once, make);
  return u;
}
static void *two(void *u) {
  pthread_once(&once, make);
  copy = value;
  return u;
}
int main(void) {
  RUN(one, two);
  return 0;
}
