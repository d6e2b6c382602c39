// A position of two words is printed while it is moved.
// OMEN: verdict position MOVE_X LOOK_X class output-differs consequence output
// OMEN: verdict position MOVE_Y LOOK_Y class output-differs consequence output
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static struct {
  volatile int x, y;
} position;

static void *move(void *unused) {
  (void)unused;
  position.x = 7; // @MOVE_X
  position.y = 9; // @MOVE_Y
  return NULL;
}

static void *look(void *unused) {
  (void)unused;
  int x = position.x; // @LOOK_X
  int y = position.y; // @LOOK_Y
  printf("%d,%d\n", x, y);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, move, NULL);
  pthread_create(&b, NULL, look, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
