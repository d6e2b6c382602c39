// A server says that it runs; the wish to stop, if it comes before that, is forgotten.
// OMEN: verdict state RUN STOP class spec-violated consequence infinite-loop
// OMEN: verdict state LOOP STOP class k-witness-harmless
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum state { IDLE, RUNNING, STOPPED };
static volatile enum state state;

static void *serve(void *unused) {
  (void)unused;
  state = RUNNING;         // @RUN
  while (state != STOPPED) // @LOOP
    usleep(100);
  return NULL;
}

static void *control(void *unused) {
  (void)unused;
  state = STOPPED; // @STOP
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, serve, NULL);
  pthread_create(&b, NULL, control, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
