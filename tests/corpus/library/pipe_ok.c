// A byte through a pipe hands the data over: who has read it comes after who wrote it.
// OMEN: none
#include "../corpus.h"
#include <unistd.h>
int fd[2], data;
char buf[8];
NOINLINE void take(void) { MUST(read(fd[0], buf, 1) == 1); }
NOINLINE int look(void) { return buf[0]; }
void *sender(void *p) {
  data = 42;
  MUST(write(fd[1], "x", 1) == 1);
  return p;
}
void *receiver(void *p) {
  take();
  return (void *)(long)data;
}
int main(void) {
  MUST(pipe(fd) == 0);
  both(receiver, sender);
  return 0;
}
