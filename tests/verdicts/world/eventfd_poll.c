// poll on an eventfd and a socket pair; a conversation that goes wrong in no schedule, and then the race decides.
// OMEN: verdict last A B class spec-violated consequence assertion
#include "../../corpus/corpus.h"
#include <poll.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>
int last, event, pair[2];
void *producer(void *p) {
  last = 1; // @A
  uint64_t one = 1;
  MUST(write(event, &one, 8) == 8);
  MUST(send(pair[0], "ping", 4, 0) == 4);
  char back[4];
  MUST(recv(pair[0], back, 4, MSG_WAITALL) == 4);
  return p;
}
void *consumer(void *p) {
  last = 2; // @B
  int seen = 0;
  while (seen != 3) {
    struct pollfd fds[2] = {{event, POLLIN, 0}, {pair[1], POLLIN, 0}};
    MUST(poll(fds, 2, -1) > 0);
    uint64_t n;
    char text[8];
    if (fds[0].revents & POLLIN) {
      MUST(read(event, &n, 8) == 8 && n == 1);
      seen |= 1;
    }
    if (fds[1].revents & POLLIN) {
      MUST(recv(pair[1], text, 8, 0) == 4);
      MUST(send(pair[1], "pong", 4, 0) == 4);
      seen |= 2;
    }
  }
  puts("both");
  return p;
}
int main(void) {
  event = eventfd(0, 0);
  MUST(event >= 0);
  MUST(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  both(producer, consumer);
  if (last == 1) abort();
  return 0;
}
