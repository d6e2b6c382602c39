// A system call that fills a buffer is told when it is over: flipped, the other thread has to come before it.
// OMEN: verdict line A B class output-differs consequence output
#include "../../corpus/corpus.h"
#include <unistd.h>
char line[8];
int ends[2];
void *reads(void *p) {
  if (read(ends[0], line, 4) < 0) perror("read"); // @A
  return p;
}
void *writes(void *p) {
  line[0] = '4'; // @B
  return p;
}
int main(void) {
  if (pipe(ends) || write(ends[1], "123\n", 4) != 4) return 1;
  both(reads, writes);
  fputs(line, stdout);
  return 0;
}
