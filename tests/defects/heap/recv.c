// recv() of more than the buffer holds.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
#include <sys/socket.h>
int main(void) {
  int fd[2];
  MUST(socketpair(AF_UNIX, SOCK_STREAM, 0, fd) == 0 && send(fd[1], "abcdefghijklmnop", 16, 0) == 16);
  char *p = malloc(12);
  ssize_t n = recv(fd[0], p, bad ? 16 : 12, 0); // @BAD
  printf("%.12s %d\n", p, n >= 12);
  free(p);
  return 0;
}
