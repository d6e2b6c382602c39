// The third field of a line, if above 100, prints what the other thread has added up.
// OMEN: stdin a,b,007\n
// OMEN: symbolic stdin
// OMEN: verdict total ADD TELL class k-witness-harmless
// OMEN: multi total ADD TELL class output-differs consequence output
// OMEN: reveal stdin a,b,500\n
// OMEN: input atoi(stdin.split(b",")[2]) > 100
#include "../../corpus/corpus.h"
volatile int total;
static int third;
void *adder(void *p) {
  total = 77; // @ADD
  return p;
}
void *teller(void *p) {
  int now = total; // @TELL
  if (third > 100)
    printf("large, total %d\n", now);
  else
    puts("small");
  return p;
}
int main(void) {
  char line[64];
  if (!fgets(line, sizeof line, stdin)) return 2;
  char *field = line;
  for (int i = 0; i < 2; i++) {
    field = strchr(field, ',');
    if (!field) return 2;
    field++;
  }
  third = atoi(field);
  both(adder, teller);
  return 0;
}
