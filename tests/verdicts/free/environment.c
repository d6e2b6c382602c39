// What the surroundings say is printed: process, directory, environment.
// OMEN: verdict hits A A class k-witness-harmless
#include "../../corpus/corpus.h"
#include <unistd.h>
int hits;
void *worker(void *p) {
  hits++; // @A
  char here[4096];
  if (p) printf("%d %s %s\n", (int)getpid(), getcwd(here, sizeof here), getenv("HOME"));
  return p;
}
int main(void) {
  pthread_t a = start(worker, NULL), b = start(worker, &hits);
  finish(a);
  finish(b);
  return 0;
}
