// SCAN: race value
// The thread gets the pointer from epoll_wait.
#include <pthread.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>
static int ends[2], all;
static void *worker(void *arg) {
  struct epoll_event e;
  if (epoll_wait(all, &e, 1, -1) == 1) *(int *)e.data.ptr = 1;
  return arg;
}
int main(void) {
  pthread_t t;
  int *value = malloc(sizeof *value);
  struct epoll_event e = {.events = EPOLLOUT, .data.ptr = value};
  all = epoll_create1(0);
  if (pipe(ends)) return 1;
  pthread_create(&t, NULL, worker, NULL);
  if (epoll_ctl(all, EPOLL_CTL_ADD, ends[1], &e)) return 1;
  *value = 2;
  pthread_join(t, NULL);
  free(value);
  return 0;
}
