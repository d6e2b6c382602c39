// memset of what was freed: wiped too late.
// OMEN: defect use-after-free write heap
#include "../defects.h"
static char *volatile secret;
int main(void) {
  secret = malloc(48);
  if (bad) free(secret);
  memset(secret, 0, 48); // @BAD
  if (!bad) free(secret);
  puts("wiped");
  return 0;
}
