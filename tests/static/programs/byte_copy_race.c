// SCAN: race value
// A pointer reaches the thread in an object that is copied byte by byte.
#include <pthread.h>
#include <stdlib.h>
struct job {
  int *value;
  int n;
};
static struct job first, second;
static void copy(char *to, const char *from, size_t n) {
  for (size_t i = 0; i < n; i++) ((volatile char *)to)[i] = from[i];
}
static void *worker(void *arg) {
  *second.value += second.n;
  return arg;
}
int main(void) {
  pthread_t t;
  int *value = malloc(sizeof *value);
  first.value = value;
  copy((char *)&second, (char *)&first, sizeof first);
  pthread_create(&t, NULL, worker, NULL);
  *first.value = 1;
  pthread_join(t, NULL);
  free(value);
  return 0;
}
