// A worker counts its steps; the display prints the count when it is woken by a timer: what it shows depends on the order.
// OMEN: verdict step COUNT SHOW class output-differs consequence output
// OMEN: verdict ended SET LOOK class output-differs consequence output
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static volatile int step, ended;
static void *display(void *p) {
  usleep(2500);
  if (!ended)                 // @LOOK
    printf("%d of 5\n", step); // @SHOW
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, display, NULL);
  for (int i = 0; i < 5; i++) {
    usleep(1000);
    step = step + 1; // @COUNT
  }
  ended = 1; // @SET
  pthread_join(t, NULL);
  puts("done");
  return 0;
}
