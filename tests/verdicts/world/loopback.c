// A server and a client in one program, over TCP: the request that is sent is the one that is received.
// OMEN: verdict last A B class spec-violated consequence assertion
#include "../../corpus/corpus.h"
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
int last, listener;
struct sockaddr_in where;
void *server(void *p) {
  last = 1; // @A
  int fd = accept(listener, NULL, NULL);
  MUST(fd >= 0);
  char text[16] = "";
  MUST(read(fd, text, sizeof text - 1) == 5);
  MUST(!strcmp(text, "hello"));
  MUST(write(fd, "world", 5) == 5);
  close(fd);
  return p;
}
void *client(void *p) {
  last = 2; // @B
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  MUST(fd >= 0 && connect(fd, (void *)&where, sizeof where) == 0);
  MUST(write(fd, "hello", 5) == 5);
  char text[16] = "";
  MUST(read(fd, text, sizeof text - 1) == 5);
  MUST(!strcmp(text, "world"));
  MUST(read(fd, text, sizeof text - 1) == 0);
  close(fd);
  return p;
}
int main(void) {
  socklen_t len = sizeof where;
  where = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  listener = socket(AF_INET, SOCK_STREAM, 0);
  MUST(listener >= 0 && bind(listener, (void *)&where, len) == 0 && listen(listener, 4) == 0);
  MUST(getsockname(listener, (void *)&where, &len) == 0);
  both(server, client);
  if (last == 1) abort();
  return 0;
}
