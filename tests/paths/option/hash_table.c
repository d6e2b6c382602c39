// As figure 4, but the access that races is the same with and without the option.
// OMEN: args --hash-table
// OMEN: symbolic argv
// OMEN: verdict id USE GROW class k-witness-harmless
// OMEN: multi id USE GROW class spec-violated consequence crash
// OMEN: reveal args --stats
// OMEN: input args[:1] != ["--hash-table"]
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
  both(update, requests);
  return 0;
}
