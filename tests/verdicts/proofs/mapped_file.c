// The loop also looks at a file, by a mapping that is only read: natively any process may write the file, at any time.
// OMEN: verdict data FILL USE class single-ordering proof timeout
// OMEN: verdict ready SET LOOK class k-witness-harmless
#include "../../corpus/corpus.h"
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>
static volatile int ready;
static const volatile int *hurry; // which somebody else may write
static int data;
static void *filler(void *p) {
  data = 42; // @FILL
  ready = 1; // @SET
  return p;
}
static void *user(void *p) {
  while (!ready && !*hurry) // @LOOK
    sched_yield();
  if (data != 42) puts("early"); // @USE
  return p;
}
int main(void) {
  int fd = open("flag", O_RDWR | O_CREAT | O_TRUNC, 0600);
  MUST(fd >= 0 && ftruncate(fd, 4096) == 0);
  hurry = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
  MUST(hurry != MAP_FAILED);
  both(filler, user);
  return 0;
}
