/* After SQLite's lock of its own over a flag that is found out at run time (threadsOverrideEachOthersLocks): who sees it
 * change between locking and unlocking leaves the lock behind, and the next one waits for ever. */
// OMEN: levels O0
// OMEN: verdict override ASK SET class spec-violated consequence deadlock
// OMEN: verdict override ENTER SET class spec-violated consequence deadlock
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int override, shared;

static void enter(void) {
  if (!override) pthread_mutex_lock(&mutex); // @ENTER
}
static void leave(void) {
  if (!override) pthread_mutex_unlock(&mutex); // @ASK
}
static void *user(void *arg) {
  enter();
  leave();
  pthread_mutex_lock(&mutex);
  shared++;
  pthread_mutex_unlock(&mutex);
  return arg;
}
static void *tester(void *arg) {
  override = 1; // @SET
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, user, NULL);
  pthread_create(&b, NULL, tester, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
