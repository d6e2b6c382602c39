// read(2) fills a buffer that the other thread reads.
// OMEN: race buf A:w B:r
// OMEN: twin pipe_ok.c
#include "../corpus.h"
#include <unistd.h>
int fd[2];
char buf[8];
NOINLINE void take(void) { MUST(read(fd[0], buf, 1) == 1); } // @A
NOINLINE int look(void) { return buf[0]; } // @B
void *sender(void *p) {
  MUST(write(fd[1], "x", 1) == 1);
  return (void *)(long)look();
}
void *receiver(void *p) {
  take();
  return p;
}
int main(void) {
  MUST(pipe(fd) == 0);
  both(receiver, sender);
  return 0;
}
