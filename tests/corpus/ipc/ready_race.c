// The value comes after the byte that says so; and who is told that it may write comes after nobody.
// OMEN: race late A:w B:r
// OMEN: race room C:w D:r
// OMEN: twin ready_ok.c
#include "../corpus.h"
#include <poll.h>
#include <unistd.h>
static int ends[2];
static volatile int late, room;
static void *looks(void *arg) {
  struct pollfd f[2] = {{ends[0], POLLIN, 0}, {ends[1], POLLOUT, 0}};
  MUST(poll(f + 1, 1, -1) == 1);
  MUST(room <= 1); // @D
  MUST(poll(f, 1, -1) == 1);
  MUST(late <= 1); // @B
  return arg;
}
static void *writes(void *arg) {
  room = 1; // @C
  MUST(write(ends[1], "x", 1) == 1);
  late = 1; // @A
  return arg;
}
int main(void) {
  MUST(!pipe(ends));
  both(looks, writes);
  return 0;
}
