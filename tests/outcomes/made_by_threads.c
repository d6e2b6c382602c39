/* A thread makes a thread; the heap; both write by write().
 * outcome: 0 - aB/
 * outcome: 0 - Ba/
 */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static void *inner(void *p) {
  write(1, p, 1);
  free(p);
  return 0;
}
static void *outer(void *p) {
  pthread_t t;
  char *text = malloc(2);
  text[0] = *(char *)p;
  pthread_create(&t, 0, inner, text);
  write(1, "B", 1);
  pthread_join(t, 0);
  return 0;
}
int main(void) {
  pthread_t t;
  char letter = 'a';
  pthread_create(&t, 0, outer, &letter);
  pthread_join(t, 0);
  write(1, "\n", 1);
  return 0;
}
