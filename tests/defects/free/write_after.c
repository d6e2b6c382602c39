// What was freed is written, through a second pointer to it.
// OMEN: defect use-after-free write heap
#include "../defects.h"
struct session {
  int open;
  long used;
};
static struct session *current;
NOINLINE void close_it(struct session *s) {
  if (!bad) current = NULL;
  free(s);
}
int main(void) {
  current = calloc(1, sizeof *current);
  close_it(current);
  if (current) current->used = 1; // @BAD
  puts("done");
  return 0;
}
