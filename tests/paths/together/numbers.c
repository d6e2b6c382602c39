// A number from the environment and one from standard input: their difference is a divisor in one order.
// OMEN: env BASE=4
// OMEN: stdin 9\n
// OMEN: symbolic env:BASE stdin
// OMEN: verdict bonus ADD USE class k-witness-harmless
// OMEN: multi bonus ADD USE class spec-violated consequence undefined
// OMEN: reveal stdin 4\n
// OMEN: input atoi(env["BASE"]) == atoi(stdin)
#include "../../corpus/corpus.h"
volatile int bonus;
static int base, n;
void *adder(void *p) {
  bonus = 1000; // @ADD
  return p;
}
void *divider(void *p) {
  int more = bonus; // @USE
  if (base == n)
    printf("%d\n", 4000 / more);
  else
    puts("4");
  return p;
}
int main(void) {
  char line[16];
  const char *b = getenv("BASE");
  if (!b || !fgets(line, sizeof line, stdin)) return 2;
  base = atoi(b);
  n = atoi(line);
  both(adder, divider);
  return 0;
}
