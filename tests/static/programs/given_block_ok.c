// SCAN: false 1 each thread has a block of its own, which the analysis sees as one
#include "scan.h"
struct job {
  int in, out;
};
static void *worker(void *arg) {
  struct job *j = arg;
  j->out = j->in * 2;
  return j;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) {
    struct job *j = malloc(sizeof *j);
    j->in = i;
    pthread_create(&t[i], NULL, worker, j);
  }
  return 0;
}
