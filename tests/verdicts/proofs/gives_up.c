// The loop ends by itself after a while: the other order only takes time.
// OMEN: verdict data FILL USE class output-differs consequence output
// OMEN: verdict ready SET LOOK class k-witness-harmless
#include "../../corpus/corpus.h"
#include <unistd.h>
static volatile int ready;
static int data;
static void *filler(void *p) {
  data = 42; // @FILL
  ready = 1; // @SET
  return p;
}
static void *user(void *p) {
  for (int i = 0; i < 100 && !ready; i++) // @LOOK
    usleep(1000);
  puts(data == 42 ? "in time" : "early"); // @USE
  return p;
}
int main(void) {
  both(filler, user);
  return 0;
}
