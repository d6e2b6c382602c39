// SCAN: race text
#include "scan.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char text[64];
static void *first(void *arg) {
  strcpy(text, "one");
  return arg;
}
static void *second(void *arg) {
  puts(text);
  return arg;
}
TWO_THREADS(first, second)
