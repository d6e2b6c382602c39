// Two threads print to one stream: the stream locks itself.
// OMEN: output-any
// OMEN: none
#include "../corpus.h"
void *worker(void *p) {
  for (int i = 0; i < 3; i++) {
    printf("line %d\n", i);
    fputs("text\n", stdout);
  }
  return p;
}
int main(void) {
  both(worker, worker);
  fflush(stdout);
  return 0;
}
