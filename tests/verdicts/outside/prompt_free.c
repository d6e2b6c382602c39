// prompt.c, with an outside that sends whenever it likes.
// OMEN: options --outside free
// OMEN: verdict asked A B class spec-violated consequence assertion
#include "outside.h"
int asked;
void *prompts(void *p) {
  asked = 1; // @A
  put(1, "name? ");
  return p;
}
void *reads(void *p) {
  take(0, 5);
  if (!asked) abort(); // @B
  return p;
}
int main(void) {
  int in[2], out[2];
  MUST(!pipe(in) && !pipe(out));
  pid_t child = fork();
  if (!child) {
    take(out[0], 6);
    put(in[1], "omen\n");
    _exit(0);
  }
  MUST(dup2(in[0], 0) == 0 && dup2(out[1], 1) == 1);
  both(prompts, reads);
  waitpid(child, NULL, 0);
  return 0;
}
