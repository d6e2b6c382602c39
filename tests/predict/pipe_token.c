/* predicted: race value
 * twin (-DGUARDED): the byte says whose it is */
#include "threads.h"
#include <unistd.h>
static int ends[2];
int value, copy;
static void *one(void *u) {
  value = 3;
  if (write(ends[1], "1", 1) != 1) abort();
  return u;
}
static void *other(void *u) {
  if (write(ends[1], "2", 1) != 1) abort();
  return u;
}
static void *two(void *u) {
  char c;
  if (read(ends[0], &c, 1) != 1) abort();
#ifdef GUARDED
  if (c != '1') return u;
#endif
  copy = value;
  return u;
}
int main(void) {
  if (pipe(ends)) return 1;
  RUN(one, other, two);
  return 0;
}
