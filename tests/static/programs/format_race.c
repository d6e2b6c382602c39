// SCAN: race text
#include "scan.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char text[64];
static void *first(void *arg) {
  snprintf(text, sizeof text, "%d", rand());
  return arg;
}
static void *second(void *arg) {
  pthread_mutex_lock(&m);
  memcpy(text, "two", 4);
  pthread_mutex_unlock(&m);
  return arg;
}
TWO_THREADS(first, second)
