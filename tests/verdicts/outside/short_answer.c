// In the other order the answer is shorter, and what came next in the recorded run would not come: no deadlock, another output.
// OMEN: verdict bold A B class output-differs consequence output
#include "outside.h"
int bold, fd;
void *decides(void *p) {
  bold = 1; // @A
  return p;
}
void *serves(void *p) {
  take(fd, 4);
  put(fd, bold ? "answer\n" : "no\n"); // @B
  take(fd, 4);
  return p;
}
int main(void) {
  int ends[2];
  MUST(!socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
  pid_t child = fork();
  if (!child) {
    char text[8];
    later();
    put(ends[1], "ask\n");
    later();
    if (read(ends[1], text, 7) < 3) _exit(1);
    put(ends[1], "bye\n");
    _exit(0);
  }
  fd = ends[0];
  both(serves, decides);
  waitpid(child, NULL, 0);
  return 0;
}
