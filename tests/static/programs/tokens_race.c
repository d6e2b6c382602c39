// SCAN: race text
// What strsep and strtok_r give lies in the string that they were given earlier.
#include "scan.h"
static char text[64] = "a,b,c";
static void *work(void *arg) {
  char *rest = text, *save;
  strtok_r(rest, ",", &save);
  char *part = strtok_r(NULL, ",", &save);
  if (part) *part = 'x';
  return arg;
}
TWO_THREADS(work, work)
