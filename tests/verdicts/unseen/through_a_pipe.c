// What the race decides goes through a pipe before it is printed.
// OMEN: verdict letter CHANGE SEND class output-differs consequence output
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int ends[2];
static volatile char letter = 'a';

static void *change(void *unused) {
  (void)unused;
  letter = 'b'; // @CHANGE
  return NULL;
}

static void *send_it(void *unused) {
  (void)unused;
  char now = letter; // @SEND
  if (write(ends[1], &now, 1) != 1) abort();
  return NULL;
}

int main(void) {
  if (pipe(ends)) return 1;
  pthread_t a, b;
  pthread_create(&a, NULL, change, NULL);
  pthread_create(&b, NULL, send_it, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  char got = 0;
  if (read(ends[0], &got, 1) != 1) return 1;
  printf("got %c\n", got);
  return 0;
}
