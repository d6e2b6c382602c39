/* predicted: crash object
 * twin (-DGUARDED): the reader looks whether the object is there
 * The writer makes the object in the middle of a section, behind many others; the reader must be through a
 * section of the same lock before. Holding the writer at its access holds the lock: only the order of a
 * witness leads there. */
#include "threads.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, log_lock = PTHREAD_MUTEX_INITIALIZER;
int storage = 7, sum, got, lines;
int *object;
static void note(void) {
  pthread_mutex_lock(&log_lock);
  lines++;
  pthread_mutex_unlock(&log_lock);
}
static void *one(void *u) {
  for (int i = 0; i < 20; i++) note();
  pthread_mutex_lock(&lock);
  sum += 1;
  object = &storage;
  pthread_mutex_unlock(&lock);
  return u;
}
static void *two(void *u) {
  for (int i = 0; i < 20; i++) note();
  pthread_mutex_lock(&lock);
  sum += 2;
#ifdef GUARDED
  int *mine = object;
#endif
  pthread_mutex_unlock(&lock);
#ifdef GUARDED
  if (mine) got = *mine;
#else
  got = *object;
#endif
  return u;
}
int main(void) {
  RUN(one, two);
  return 0;
}
