// Two clients know nothing of each other: that the second one asked later is luck.
// OMEN: verdict answers A B class spec-violated consequence assertion
#include "outside.h"
int answers, fds[2];
void *first(void *p) {
  take(fds[0], 4);
  answers = 1; // @A
  put(fds[0], "answer\n");
  return p;
}
void *second(void *p) {
  take(fds[1], 4);
  if (!answers) abort(); // @B
  put(fds[1], "answer\n");
  return p;
}
int main(void) {
  int ends[2];
  pid_t child[2];
  for (int i = 0; i < 2; i++) {
    MUST(!socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
    child[i] = fork();
    if (!child[i]) {
      if (i) later();
      put(ends[1], "ask\n");
      take(ends[1], 7);
      _exit(0);
    }
    fds[i] = ends[0];
    close(ends[1]);
  }
  both(first, second);
  for (int i = 0; i < 2; i++) waitpid(child[i], NULL, 0);
  return 0;
}
