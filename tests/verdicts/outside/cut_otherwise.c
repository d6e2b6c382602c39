// What is counted are bytes: in the other order the same answer goes out in one piece, and the next question comes.
// OMEN: verdict whole A B class k-witness-harmless
#include "outside.h"
int whole, fd;
void *decides(void *p) {
  whole = 1; // @A
  return p;
}
void *serves(void *p) {
  take(fd, 4);
  if (whole) { // @B
    put(fd, "answer\n");
  } else {
    put(fd, "ans");
    put(fd, "wer\n");
  }
  take(fd, 4);
  return p;
}
int main(void) {
  int ends[2];
  MUST(!socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
  pid_t child = fork();
  if (!child) {
    later();
    put(ends[1], "ask\n");
    take(ends[1], 7);
    put(ends[1], "bye\n");
    _exit(0);
  }
  fd = ends[0];
  both(serves, decides);
  waitpid(child, NULL, 0);
  return 0;
}
