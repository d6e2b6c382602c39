// A thread waits for connections, another one shuts the listener down: the first is woken and told that it listens no more.
// OMEN: verdict last A B class spec-violated consequence assertion
#include "../../corpus/corpus.h"
#include <arpa/inet.h>
#include <errno.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>
int last, listener;
void *stops(void *p) {
  last = 1; // @A
  MUST(shutdown(listener, SHUT_RDWR) == 0);
  return p;
}
void *serves(void *p) {
  last = 2; // @B
  fd_set in;
  FD_ZERO(&in);
  FD_SET(listener, &in);
  MUST(select(listener + 1, &in, NULL, NULL, NULL) == 1 && FD_ISSET(listener, &in));
  MUST(accept(listener, NULL, NULL) == -1 && errno == EINVAL);
  puts("stopped");
  return p;
}
int main(void) {
  struct sockaddr_in any = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  listener = socket(AF_INET, SOCK_STREAM, 0);
  MUST(listener >= 0 && bind(listener, (void *)&any, sizeof any) == 0 && listen(listener, 5) == 0);
  both(stops, serves);
  if (last == 1) abort();
  return 0;
}
