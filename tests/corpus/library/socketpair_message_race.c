// Messages to and fro: the answer to the first comes before the second is looked at, and orders only what came before it.
// OMEN: race state DONE:w LOOK:r
// OMEN: twin socketpair_message_ok.c
// OMEN: tsan-blind
// OMEN: output-any
#include "../corpus.h"
#include <sys/socket.h>
#include <unistd.h>
int fd[2], request, state;
volatile int seen;
void *server(void *p) {
  char m[8];
  MUST(recv(fd[1], m, sizeof m, 0) == 3);
  request++;
  MUST(send(fd[1], "ok", 2, 0) == 2);
  state = 1; // @DONE
  MUST(send(fd[1], "bye", 3, 0) == 3);
  return p;
}
void *client(void *p) {
  char m[8];
  request = 1;
  MUST(send(fd[0], "get", 3, 0) == 3);
  MUST(recv(fd[0], m, sizeof m, MSG_PEEK) == 2);
  MUST(recv(fd[0], m, 1, 0) == 1); /* the rest of the message is lost */
  seen = request + state; // @LOOK
  MUST(recv(fd[0], m, sizeof m, 0) == 3);
  return p;
}
int main(void) {
  MUST(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, fd) == 0);
  both(client, server);
  return 0;
}
