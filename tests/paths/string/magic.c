// Input that begins with GIF8 is counted, and the count told before it is sure.
// OMEN: stdin PNG8 and more
// OMEN: symbolic stdin
// OMEN: verdict frames COUNT TELL class k-witness-harmless
// OMEN: multi frames COUNT TELL class output-differs consequence output
// OMEN: reveal stdin GIF8 and more
// OMEN: input stdin.startswith(b"GIF8")
#include "../../corpus/corpus.h"
volatile int frames;
static char data[32];
void *counter(void *p) {
  frames = 3; // @COUNT
  return p;
}
void *teller(void *p) {
  int n = frames; // @TELL
  if (memcmp(data, "GIF8", 4) == 0) printf("%d frames\n", n);
  return p;
}
int main(void) {
  if (fread(data, 1, 13, stdin) < 4) return 2;
  both(counter, teller);
  return 0;
}
