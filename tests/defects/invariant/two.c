// Two invariants, of which one is violated.
// OMEN: defect invariant write
// OMEN: options --invariant 'kind < 4' --invariant 'names[0] == 97'
#include "../defects.h"
enum { RED, GREEN, BLUE, WHITE, BLACK };
volatile unsigned char kind = RED;
char names[4] = "abc";
int main(void) {
  kind = bad ? BLACK : WHITE; // @BAD
  names[1] = 'x';
  kind = RED;
  puts(names);
  return 0;
}
