// Figure 4 of the Portend paper: harmful only with an input that this run does not have.
// OMEN: verdict id GROW USE class spec-violated consequence crash
// OMEN: args --hash-table
#include "../../corpus/corpus.h"
volatile long id = 3;
long stats[8], hash_table[8];
static int use_hash_table;
void *requests(void *p) {
  id = 1l << 40; // @GROW
  return p;
}
void *update(void *p) {
  long at = id; // @USE
  if (use_hash_table)
    hash_table[at & 7] = 1;
  else
    stats[at] = 1;
  return p;
}
int main(int argc, char **argv) {
  use_hash_table = argc > 1 && !strcmp(argv[1], "--hash-table");
  pthread_t a = start(update, NULL), b = start(requests, NULL);
  finish(a);
  finish(b);
  return 0;
}
