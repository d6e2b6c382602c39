// A buffer that a system call fills is written by another thread; nobody looks at what it has.
// OMEN: verdict line A B class k-witness-harmless
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
  puts("done");
  return 0;
}
