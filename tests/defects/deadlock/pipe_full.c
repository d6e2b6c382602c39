// A pipe is filled by the thread that was to empty it.
// OMEN: defect deadlock
#include "../defects.h"
#include <unistd.h>
int main(void) {
  static char page[4096];
  int p[2];
  MUST(!pipe(p));
  for (int i = 0; i < (bad ? 40 : 4); i++) MUST(write(p[1], page, sizeof page) == sizeof page); // @BAD
  MUST(read(p[0], page, sizeof page) == sizeof page);
  puts("written");
  return 0;
}
