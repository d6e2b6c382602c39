// Both threads count up a number in a file, under a lock. If the count is right, the order of the hints decides.
// OMEN: verdict last A B class spec-violated consequence assertion
#include "../../corpus/corpus.h"
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
int last;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void count(void) {
  pthread_mutex_lock(&m);
  char text[16] = "";
  int fd = open("counter.tmp", O_RDWR);
  MUST(fd >= 0);
  MUST(read(fd, text, 15) > 0);
  int n = snprintf(text, sizeof text, "%d\n", atoi(text) + 1);
  MUST(pwrite(fd, text, n, 0) == n);
  close(fd);
  pthread_mutex_unlock(&m);
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
  FILE *f = fopen("counter.tmp", "w");
  MUST(f);
  fputs("40\n", f);
  fclose(f);
  both(one, two);
  int n = 0;
  MUST((f = fopen("counter.tmp", "r")));
  MUST(fscanf(f, "%d", &n) == 1);
  fclose(f);
  unlink("counter.tmp");
  MUST(n == 42);
  if (last == 1) abort();
  return 0;
}
