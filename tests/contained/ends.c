/* All the ways to end. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static void *lock(void *unused) {
  pthread_mutex_lock(&a);
  return unused;
}
int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  volatile int zero = 0;
  printf("begin\n");
  fflush(stdout);
  if (!strcmp(how, "abort")) abort();
  if (!strcmp(how, "crash")) *(volatile int *)(long)(zero + 8) = 1;
  if (!strcmp(how, "divide")) return 1 / zero;
  if (!strcmp(how, "quick")) _Exit(7);
  if (!strcmp(how, "loop"))
    for (;;) zero = 0;
  if (!strcmp(how, "deadlock")) {
    pthread_t t;
    pthread_create(&t, NULL, lock, NULL);
    pthread_join(t, NULL);
    pthread_mutex_lock(&a);
  }
  if (!strncmp(how, "exit", 4)) exit(atoi(how + 4));
  return 0;
}
