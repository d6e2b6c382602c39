// The destructors of thread-specific values count under a lock; values set again are destroyed again.
// OMEN: none
#include "../corpus.h"
int destroyed;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_key_t key;
void destroy(void *value) {
  pthread_mutex_lock(&m);
  destroyed++;
  pthread_mutex_unlock(&m);
  if (*(int *)value) {
    *(int *)value = 0;
    pthread_setspecific(key, value);
    return;
  }
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
  MUST(destroyed == 4);
  pthread_key_delete(key);
  return destroyed == 0;
}
