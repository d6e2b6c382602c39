// A call that is told of before it is made.
// OMEN: verdict line A B class output-differs consequence output
#include "../../corpus/corpus.h"
#include <sys/uio.h>
char line[8] = "before\n";
static ssize_t n;
void *reads(void *p) {
  n = writev(1, &(struct iovec){line, 7}, 1); // @A
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
