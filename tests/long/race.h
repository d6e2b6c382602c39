/* A race that every schedule shows: two threads that nothing orders add to the same number. */
#include <pthread.h>
#include <stdint.h>

static void *add(void *where) {
  ++*(uint64_t *)where;
  return NULL;
}

static void race_on(uint64_t *where) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, add, where);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
}
