// The destructors of thread-specific values count without a lock.
// OMEN: race destroyed A:rw A:rw
// OMEN: twin key_destructor_ok.c
#include "../corpus.h"
int destroyed;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_key_t key;
void destroy(void *value) {
  destroyed++; // @A
  free(value);
}
void *worker(void *p) {
  int *mine = malloc(sizeof *mine);
  *mine = 1;
  pthread_setspecific(key, mine);
  return (void *)(long)*(int *)pthread_getspecific(key);
}
int main(void) {
  pthread_key_create(&key, destroy);
  both(worker, worker);
  pthread_key_delete(key);
  return destroyed == 0;
}
