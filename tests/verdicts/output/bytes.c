// What is written is not text.
// OMEN: verdict mark A B class output-differs consequence output
#include "../../corpus/corpus.h"
#include <unistd.h>
unsigned char mark = 0xff;
void *setter(void *p) {
  mark = 0; // @A
  return p;
}
void *writer(void *p) {
  unsigned char bytes[3] = {0xc3, mark, 0xfe}; // @B
  return write(1, bytes, sizeof bytes) == sizeof bytes ? p : NULL;
}
int main(void) {
  both(setter, writer);
  return 0;
}
