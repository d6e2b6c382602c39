/* predicted: crash object
 * twin (-DGUARDED): the reader looks whether the object is there
 * The reader's lock is free only after a third thread was through its own section, and the writer makes the
 * object in a section of the same lock, after others. */
#include "threads.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
int storage = 7, sum, turns, got;
int *object;
static void *writer(void *u) {
  pthread_mutex_lock(&other);
  turns++;
  pthread_mutex_unlock(&other);
  pthread_mutex_lock(&lock);
  sum += 1;
  object = &storage;
  pthread_mutex_unlock(&lock);
  return u;
}
static void *between(void *u) {
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&other);
  turns += sum;
  pthread_mutex_unlock(&other);
  pthread_mutex_unlock(&lock);
  return u;
}
static void *reader(void *u) {
  pthread_mutex_lock(&other);
  turns++;
  pthread_mutex_unlock(&other);
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
  RUN(writer, between, reader);
  return 0;
}
