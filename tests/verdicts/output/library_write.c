// What a system call takes from memory was taken when the other order begins: the call is told before it is made.
// OMEN: verdict line A B class output-differs consequence output
#include "../../corpus/corpus.h"
#include <unistd.h>
char line[8] = "before\n";
static ssize_t n;
void *reads(void *p) {
  n = write(1, line, 7); // @A
  return p;
}
void *writes(void *p) {
  line[0] = 'B'; // @B
  return p;
}
int main(void) {
  both(reads, writes);
  return 0;
}
