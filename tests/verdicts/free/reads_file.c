// A file is read after the race, and printed.
// OMEN: verdict hits A A class k-witness-harmless
#include "../../corpus/corpus.h"
int hits;
void *worker(void *p) {
  hits++; // @A
  char line[64] = "";
  FILE *f = fopen("/proc/self/comm", "r");
  MUST(f);
  MUST(fgets(line, sizeof line, f));
  fclose(f);
  if (p) printf("%s", line);
  return p;
}
int main(void) {
  pthread_t a = start(worker, NULL), b = start(worker, &hits);
  finish(a);
  finish(b);
  return 0;
}
