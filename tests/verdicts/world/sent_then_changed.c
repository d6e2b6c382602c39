// An event loop gets jobs by a pipe, as pointers; who sent one goes on to change it.
// OMEN: verdict size LATE USE class output-differs consequence output
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
struct job {
  int id;
  volatile int size;
};
static int ends[2];
static void *loop(void *p) {
  struct pollfd fd = {.fd = ends[0], .events = POLLIN};
  struct job *j;
  while (poll(&fd, 1, -1) == 1 && read(ends[0], &j, sizeof j) == sizeof j)
    printf("job %d of %d\n", j->id, j->size); // @USE
  return p;
}
int main(void) {
  static struct job jobs[2];
  pthread_t t;
  if (pipe(ends))
    return 1;
  pthread_create(&t, NULL, loop, NULL);
  for (int i = 0; i < 2; i++) {
    struct job *j = &jobs[i];
    j->id = i;
    j->size = 1;
    if (write(ends[1], &j, sizeof j) != sizeof j)
      return 1;
    j->size = 2; // @LATE
  }
  close(ends[1]);
  pthread_join(t, NULL);
  return 0;
}
