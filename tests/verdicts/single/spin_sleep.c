// Figure 8 (d) of the Portend paper (pbzip2): looks again every 50 ms.
// OMEN: verdict buf FILL USE class single-ordering proof proved
// OMEN: verdict allDone SET ASK class k-witness-harmless
#include "../../corpus/corpus.h"
#include <unistd.h>
volatile int allDone;
struct {
  const char *buf;
} OutputBuffer[2];
void *decompress(void *p) {
  OutputBuffer[1].buf = "data"; // @FILL
  allDone = 1;                  // @SET
  return p;
}
void *file_writer(void *p) {
  while (allDone == 0) // @ASK
    usleep(50000);
  const char *b = OutputBuffer[1].buf; // @USE
  return write(1, b, strlen(b)) < 0 ? NULL : p;
}
int main(void) {
  both(decompress, file_writer);
  return 0;
}
