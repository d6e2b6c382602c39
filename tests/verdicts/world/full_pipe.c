// More goes through a pipe than fits: the writer waits for the reader and the reader for the writer, by turns. The sum
// that comes out at the end is the one that was sent.
// OMEN: verdict last A B class spec-violated consequence assertion
#include "../../corpus/corpus.h"
#include <unistd.h>
enum { TOTAL = 300000 };
int last, ends[2];
void *writer(void *p) {
  static unsigned char block[10000];
  last = 1; // @A
  for (int i = 0; i < TOTAL / (int)sizeof block; i++) {
    for (size_t k = 0; k < sizeof block; k++) block[k] = (unsigned char)(i + k);
    MUST(write(ends[1], block, sizeof block) == sizeof block);
  }
  close(ends[1]);
  return p;
}
void *reader(void *p) {
  static unsigned char block[7000];
  last = 2; // @B
  long n, total = 0, sum = 0, wanted = 0;
  while ((n = read(ends[0], block, sizeof block)) > 0) {
    for (long k = 0; k < n; k++) sum += block[k];
    total += n;
  }
  for (int i = 0; i < TOTAL / 10000; i++)
    for (int k = 0; k < 10000; k++) wanted += (unsigned char)(i + k);
  MUST(n == 0 && total == TOTAL && sum == wanted);
  return p;
}
int main(void) {
  MUST(pipe(ends) == 0);
  both(writer, reader);
  if (last == 1) abort();
  return 0;
}
