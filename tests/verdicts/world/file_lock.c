// flock on two descriptions is what makes the count right; then the race decides.
// OMEN: verdict last A B class spec-violated consequence assertion
#include "../../corpus/corpus.h"
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>
int last;
static void count(void) {
  int fd = open("lock.tmp", O_RDWR);
  char text[16] = "";
  MUST(fd >= 0 && flock(fd, LOCK_EX) == 0);
  MUST(pread(fd, text, 15, 0) > 0);
  usleep(10);
  int n = snprintf(text, sizeof text, "%d\n", atoi(text) + 1);
  MUST(pwrite(fd, text, n, 0) == n);
  close(fd);
}
void *one(void *p) {
  last = 1; // @A
  count();
  return p;
}
void *two(void *p) {
  last = 2; // @B
  count();
  return p;
}
int main(void) {
  FILE *f = fopen("lock.tmp", "w");
  MUST(f);
  fputs("5\n", f);
  fclose(f);
  both(one, two);
  char line[16] = "";
  MUST((f = fopen("lock.tmp", "r")) && fgets(line, sizeof line, f));
  fclose(f);
  unlink("lock.tmp");
  MUST(!strcmp(line, "7\n"));
  if (last == 1) abort();
  return 0;
}
