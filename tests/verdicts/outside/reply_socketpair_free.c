// reply_socketpair.c, with an outside that sends whenever it likes.
// OMEN: options --outside free
// OMEN: verdict asked A B class spec-violated consequence assertion
#include "outside.h"
int asked, from, to;
void *asks(void *p) {
  asked = 1; // @A
  put(to, "ask\n");
  return p;
}
void *hears(void *p) {
  take(from, 7);
  if (!asked) abort(); // @B
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
  from = to = ends[0];
  both(asks, hears);
  waitpid(child, NULL, 0);
  return 0;
}
