// The same by the standard library, which makes several system calls before it fills the buffer.
// OMEN: verdict line A B class output-differs consequence output
#include "../../corpus/corpus.h"
char line[8];
FILE *file;
void *reads(void *p) {
  if (!fgets(line, sizeof line, file)) perror("fgets"); // @A
  return p;
}
void *writes(void *p) {
  line[0] = '4'; // @B
  return p;
}
int main(void) {
  file = tmpfile();
  if (!file || fputs("123\n", file) < 0) return 1;
  rewind(file);
  both(reads, writes);
  fputs(line, stdout);
  return 0;
}
