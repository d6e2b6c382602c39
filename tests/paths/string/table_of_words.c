// Commands by a table of names. `stop` divides by how many were served.
// OMEN: stdin start
// OMEN: symbolic stdin
// OMEN: verdict served SERVE ASK class k-witness-harmless
// OMEN: multi served SERVE ASK class spec-violated consequence undefined
// OMEN: reveal stdin stop
// OMEN: input stdin.split(b"\0")[0] == b"stop"
#include "../../corpus/corpus.h"
#include <unistd.h>
volatile int served;
static const char *const names[] = {"start", "stop"};
static int command = -1;
void *server(void *p) {
  served = 2; // @SERVE
  return p;
}
void *asker(void *p) {
  int n = served; // @ASK
  if (command == 1) exit(10 / n - 5);
  return p;
}
int main(void) {
  char word[16] = "";
  if (read(0, word, sizeof word - 1) <= 0) return 2;
  for (int i = 0; i < 2; i++)
    if (!strcmp(word, names[i])) command = i;
  both(server, asker);
  return 0;
}
