// A named pipe, opened at both ends by threads of one process: the first waits for the second, and others go on.
// CALLS: not explored
#include "calls.h"
static sem_t went_on;
static void *reader(void *p) {
  char text[16] = {0};
  int fd = open("pipe", O_RDONLY);
  R(fd >= 0);
  R(read(fd, text, 5));
  P("%s\n", text);
  R(read(fd, text, 5));
  R(close(fd));
  return p;
}
static void *other(void *p) {
  usleep(10000);
  P("others go on\n");
  sem_post(&went_on);
  return p;
}
int main(void) {
  pthread_t threads[2];
  race();
  sem_init(&went_on, 0, 0);
  R(mkfifo("pipe", 0600));
  pthread_create(&threads[0], NULL, reader, NULL);
  pthread_create(&threads[1], NULL, other, NULL);
  sem_wait(&went_on);
  int fd = open("pipe", O_WRONLY | O_CLOEXEC), flags = fcntl(fd, F_GETFL), closed = fcntl(fd, F_GETFD);
  long written = write(fd, "hello", 5);
  close(fd);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  P("%d %d %ld\n", flags & O_NONBLOCK, closed, written);
  R(unlink("pipe"));
  R(wait(NULL));
  return 0;
}
