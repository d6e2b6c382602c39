// Two threads each wait for a byte that the other would send only then.
// OMEN: defect deadlock
#include "../defects.h"
#include <unistd.h>
static int there[2], back[2];
static void *answer(void *arg) {
  char c = 1;
  if (!bad) MUST(write(back[1], &c, 1) == 1);
  MUST(read(there[0], &c, 1) == 1); // @BAD
  if (bad) MUST(write(back[1], &c, 1) == 1);
  return arg;
}
int main(void) {
  MUST(!pipe(there) && !pipe(back));
  pthread_t t = start(answer, NULL);
  char c = 1;
  MUST(read(back[0], &c, 1) == 1); // @BAD
  MUST(write(there[1], &c, 1) == 1);
  finish(t);
  puts("answered");
  return 0;
}
