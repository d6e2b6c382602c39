// A thread looks for the reply again and again and never waits: it comes when the question went out, no loop is endless.
// OMEN: verdict hint A B class k-witness-harmless
#include "outside.h"
int hint, fd;
void *asks(void *p) {
  hint = 1; // @A
  put(fd, "ask\n");
  return p;
}
void *hears(void *p) {
  char text[8];
  hint = 2; // @B
  while (recv(fd, text, 7, MSG_DONTWAIT) < 0) MUST(errno == EAGAIN);
  return p;
}
int main(void) {
  int ends[2];
  MUST(!socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
  pid_t child = fork();
  if (!child) {
    take(ends[1], 4);
    put(ends[1], "answer\n");
    _exit(0);
  }
  fd = ends[0];
  both(asks, hears);
  waitpid(child, NULL, 0);
  return 0;
}
