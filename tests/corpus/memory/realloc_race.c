// realloc gives the old block away while the other thread still reads it.
// OMEN: race * A:r B:w
// OMEN: twin realloc_ok.c
#include "../corpus.h"
char *text;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
NOINLINE int look(char *q) { return q[3]; } // @A
NOINLINE char *grow(char *q) { return realloc(q, 400000); } // @B
void *first(void *p) {
  long got = look(text);
  return (void *)got;
}
void *second(void *p) {
  char *bigger = grow(text);
  return bigger;
}
int main(void) {
  text = calloc(1, 16);
  pthread_t a = start(first, NULL), b = start(second, NULL);
  finish(a);
  free(finish(b));
  return 0;
}
