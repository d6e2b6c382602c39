/* What the programs share: threads that main makes in this order, and waits for. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void run_threads(void *(*const f[])(void *), int n) {
  pthread_t t[8];
  for (int i = 0; i < n; i++) pthread_create(&t[i], NULL, f[i], NULL);
  for (int i = 0; i < n; i++) pthread_join(t[i], NULL);
}
#define RUN(...) run_threads((void *(*const[])(void *)){__VA_ARGS__}, (int)(sizeof((void *[]){__VA_ARGS__}) / sizeof(void *)))
