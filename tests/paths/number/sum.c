// Two numbers that make 100 together print what the other thread has counted.
// OMEN: args 30 40
// OMEN: symbolic argv
// OMEN: verdict counted COUNT TELL class k-witness-harmless
// OMEN: multi counted COUNT TELL class output-differs consequence output
// OMEN: reveal args 30 70
// OMEN: input (atoi(args[0]) + atoi(args[1])) % 2**32 == 100
#include "../../corpus/corpus.h"
volatile int counted;
static int a, b;
void *counter(void *p) {
  counted = 9; // @COUNT
  return p;
}
void *teller(void *p) {
  int now = counted; // @TELL
  if (a + b == 100)
    printf("%d\n", now);
  else
    puts("no");
  return p;
}
int main(int argc, char **argv) {
  if (argc != 3) return 2;
  a = atoi(argv[1]);
  b = atoi(argv[2]);
  both(counter, teller);
  return 0;
}
