/* A race that every schedule shows: two threads that nothing orders write to the same number, and what it is at the
 * end depends on their order. */
#include <pthread.h>
#include <stdint.h>

static void *write_one(void *where) {
  *(uint64_t *)where = 1;
  return NULL;
}
static void *write_two(void *where) {
  *(uint64_t *)where = 2;
  return NULL;
}

static void race_on(uint64_t *where) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, i ? write_two : write_one, where);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
}
