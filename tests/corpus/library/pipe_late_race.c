// The sender goes on to change what it has sent. It has sent the next one, too, before the first is read: what is read
// comes after the write of those bytes, not after all that is in the pipe by then.
// OMEN: race sizes LATE:w USE:r
// OMEN: twin pipe_late_ok.c
// OMEN: tsan-blind
// OMEN: output-any
#include "../corpus.h"
#include <unistd.h>
int fd[2], sizes[2];
volatile int sum;
void *sender(void *p) {
  for (char i = 0; i < 2; i++) {
    sizes[(int)i] = 1;
    MUST(write(fd[1], &i, 1) == 1);
    sizes[(int)i] = 2; // @LATE
  }
  close(fd[1]);
  return p;
}
void *receiver(void *p) {
  char i;
  while (read(fd[0], &i, 1) == 1)
    sum += sizes[(int)i]; // @USE
  return p;
}
int main(void) {
  MUST(pipe(fd) == 0);
  both(sender, receiver);
  return 0;
}
