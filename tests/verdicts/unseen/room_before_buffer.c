// The new size is told before the buffer is there.
// OMEN: verdict room TELL_ROOM LOOK class spec-violated consequence crash
// OMEN: verdict buffer SET_BUFFER USE class spec-violated consequence crash
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char storage[8];
static volatile unsigned room;
static volatile char *volatile buffer;

static void *grow(void *unused) {
  (void)unused;
  room = sizeof storage; // @TELL_ROOM
  buffer = storage;      // @SET_BUFFER
  return NULL;
}

static void *use(void *unused) {
  (void)unused;
  if (room > 0)      // @LOOK
    buffer[0] = 'x'; // @USE
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, grow, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
