// The cache is looked up under a read lock, and filled under it, too: an upgrade that was forgotten. Both readers may fill.
// OMEN: verdict value LOOK FILL class output-differs consequence output
// OMEN: maybe fills COUNT COUNT class output-differs consequence output
// OMEN: maybe value FILL FILL class k-witness-harmless
// OMEN: maybe value FILL USE class output-differs consequence output
#include <pthread.h>
#include <stdio.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static volatile int value, fills;
static int get(void) {
  pthread_rwlock_rdlock(&lock);
  if (value == 0) { // @LOOK
    fills++;        // @COUNT
    value = 99;     // @FILL
  }
  int v = value; // @USE
  pthread_rwlock_unlock(&lock);
  return v;
}
static void *reader(void *p) {
  *(int *)p = get();
  return NULL;
}
int main(void) {
  pthread_t a, b;
  int x, y;
  pthread_create(&a, NULL, reader, &x);
  pthread_create(&b, NULL, reader, &y);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d %d, %d fills\n", x, y, fills);
  return 0;
}
