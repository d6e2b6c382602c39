// A pipe orders what comes after the race: the reader gets all bytes and then the end, in every schedule.
// OMEN: verdict last A B class spec-violated consequence assertion
#include "../../corpus/corpus.h"
#include <unistd.h>
int last, ends[2], value;
void *sender(void *p) {
  last = 1; // @A
  value = 42;
  for (int i = 0; i < 3; i++) MUST(write(ends[1], "go", 2) == 2);
  close(ends[1]);
  return p;
}
void *receiver(void *p) {
  last = 2; // @B
  char c;
  int n = 0;
  while (read(ends[0], &c, 1) == 1) n++;
  MUST(n == 6);
  MUST(value == 42);
  printf("%d\n", value);
  return p;
}
int main(void) {
  MUST(pipe(ends) == 0);
  both(sender, receiver);
  if (last == 1) abort();
  return 0;
}
