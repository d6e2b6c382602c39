// SCAN: race value
// The thread gets the pointer through a pipe.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static int ends[2];
static void *worker(void *arg) {
  int *value;
  if (read(ends[0], &value, sizeof value) == sizeof value) *value = 1;
  return arg;
}
int main(void) {
  pthread_t t;
  if (pipe(ends)) return 1;
  pthread_create(&t, NULL, worker, NULL);
  int *value = malloc(sizeof *value);
  if (write(ends[1], &value, sizeof value) != sizeof value) return 1;
  *value = 2;
  pthread_join(t, NULL);
  free(value);
  return 0;
}
