// strtol and atoi parse a number while it is rewritten.
// OMEN: race digits A:r C:w
// OMEN: race digits B:r C:w
// OMEN: tsan-blind
// OMEN: twin strtol_ok.c
#include "../corpus.h"
char digits[8] = "1234";
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
NOINLINE long parse(void) { return strtol(digits, NULL, 10); } // @A
NOINLINE int parse_int(void) { return atoi(digits); } // @B
NOINLINE void rewrite(const char *s) { memcpy(digits, s, 4); } // @C
void *first(void *p) {
  long sum = parse() + parse_int();
  return (void *)sum;
}
void *second(void *p) {
  rewrite(p ? "9999" : "5678");
  return p;
}
int main(void) {
  both(first, second);
  return 0;
}
