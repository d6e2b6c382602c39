// reply_pipe.c, with an outside that sends whenever it likes.
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
  int there[2], back[2];
  MUST(!pipe(there) && !pipe(back));
  pid_t child = fork();
  if (!child) {
    take(there[0], 4);
    put(back[1], "answer\n");
    _exit(0);
  }
  to = there[1];
  from = back[0];
  both(asks, hears);
  waitpid(child, NULL, 0);
  return 0;
}
