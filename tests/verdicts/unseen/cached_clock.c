// One thread refreshes a cached time, another uses it to see whether a request is too old. It never is.
// OMEN: verdict now REFRESH USE class k-witness-harmless
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <time.h>
static volatile time_t now;
static time_t begin;

static void *tick(void *unused) {
  (void)unused;
  for (int i = 0; i < 3; i++) {
    now = time(NULL); // @REFRESH
    usleep(1000);
  }
  return NULL;
}

static void *serve(void *unused) {
  (void)unused;
  if (now - begin > 86400) // @USE
    puts("too old");
  else
    puts("served");
  return NULL;
}

int main(void) {
  pthread_t a, b;
  now = begin = time(NULL);
  pthread_create(&a, NULL, tick, NULL);
  pthread_create(&b, NULL, serve, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
