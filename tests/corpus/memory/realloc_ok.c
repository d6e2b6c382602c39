// realloc under the lock that the reader takes.
// OMEN: none
#include "../corpus.h"
char *text;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
NOINLINE int look(char *q) { return q[3]; }
NOINLINE char *grow(char *q) { return realloc(q, 400000); }
void *first(void *p) {
  pthread_mutex_lock(&m);
  long got = look(text);
  pthread_mutex_unlock(&m);
  return (void *)got;
}
void *second(void *p) {
  pthread_mutex_lock(&m);
  text = grow(text);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  text = calloc(1, 16);
  both(first, second);
  free(text);
  return 0;
}
