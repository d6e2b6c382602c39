// Figure 4 with the lock wherever the number is looked at: no race, with or without the option.
// OMEN: args --use-hash-table
// OMEN: symbolic argv
// OMEN: none
// OMEN: reveal args --no-hash-table
#include "../../corpus/corpus.h"
enum { MAX_SIZE = 32 };
int id, stats_array[MAX_SIZE], hash_table[64];
static int use_hash_table;
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
void *req_handler(void *p) {
  for (int request = 0; request < MAX_SIZE; request++) {
    pthread_mutex_lock(&l);
    id++;
    pthread_mutex_unlock(&l);
  }
  return p;
}
void *update_stats(void *p) {
  pthread_mutex_lock(&l);
  if (use_hash_table)
    hash_table[id & 63] = 1;
  else if (id < MAX_SIZE)
    stats_array[id] = 1;
  pthread_mutex_unlock(&l);
  return p;
}
int main(int argc, char **argv) {
  use_hash_table = argc > 1 && !strcmp(argv[1], "--use-hash-table");
  both(req_handler, update_stats);
  return 0;
}
