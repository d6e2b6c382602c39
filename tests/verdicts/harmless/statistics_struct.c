// The same in a structure on the heap, with a mean that is rounded before it is printed.
// OMEN: verdict * A A class k-witness-harmless
// OMEN: maybe * B B class k-witness-harmless
#include "../../corpus/corpus.h"
struct stats {
  long calls, bytes;
} *stats;
void *worker(void *p) {
  stats->calls++;      // @A
  stats->bytes += 100; // @B
  return p;
}
int main(void) {
  stats = calloc(1, sizeof *stats);
  MUST(stats);
  stats->calls = 1000, stats->bytes = 100000;
  both(worker, worker);
  printf("about %ld kB\n", stats->bytes / 50000);
  free(stats);
  return 0;
}
