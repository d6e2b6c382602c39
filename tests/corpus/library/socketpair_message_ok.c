// Messages to and fro; the second is waited for before what it stands for is looked at.
// OMEN: none
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
  state = 1;
  MUST(send(fd[1], "bye", 3, 0) == 3);
  return p;
}
void *client(void *p) {
  char m[8];
  request = 1;
  MUST(send(fd[0], "get", 3, 0) == 3);
  MUST(recv(fd[0], m, sizeof m, MSG_PEEK) == 2);
  MUST(recv(fd[0], m, 1, 0) == 1); /* the rest of the message is lost */
  MUST(recv(fd[0], m, sizeof m, 0) == 3);
  seen = request + state;
  return p;
}
int main(void) {
  MUST(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, fd) == 0);
  both(client, server);
  return 0;
}
