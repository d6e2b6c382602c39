// The value raced on is sent to a server in the same program and comes back; one of the values is fatal.
// OMEN: verdict x A B class spec-violated consequence assertion
#include "../../corpus/corpus.h"
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
int x, listener;
void *one(void *p) {
  x = 1; // @A
  return p;
}
void *two(void *p) {
  x = 2; // @B
  return p;
}
void *server(void *p) {
  int fd = accept(listener, NULL, NULL), v = 0;
  MUST(fd >= 0 && read(fd, &v, sizeof v) == sizeof v);
  v *= 10;
  MUST(write(fd, &v, sizeof v) == sizeof v);
  close(fd);
  return p;
}
int main(void) {
  struct sockaddr_un where = {.sun_family = AF_UNIX, .sun_path = "server.sock"};
  unlink(where.sun_path);
  listener = socket(AF_UNIX, SOCK_STREAM, 0);
  MUST(listener >= 0 && bind(listener, (void *)&where, sizeof where) == 0 && listen(listener, 1) == 0);
  both(one, two);
  pthread_t t = start(server, NULL);
  int fd = socket(AF_UNIX, SOCK_STREAM, 0), v = x;
  MUST(fd >= 0 && connect(fd, (void *)&where, sizeof where) == 0);
  MUST(write(fd, &v, sizeof v) == sizeof v && read(fd, &v, sizeof v) == sizeof v);
  finish(t);
  unlink(where.sun_path);
  if (v == 10) abort();
  return 0;
}
