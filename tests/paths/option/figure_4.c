// Figure 4 of the Portend paper, from ctrace. Statistics are kept by request number. With the hash table every number
// has a place. Without it there are 32 places, and the number is looked at twice: at 31, and one more comes between.
// OMEN: args --use-hash-table
// OMEN: symbolic argv
// OMEN: verdict id COUNT LOOK class k-witness-harmless
// OMEN: verdict id COUNT PRINT class k-witness-harmless
// OMEN: multi id COUNT CHECK class spec-violated consequence overflow
// OMEN: multi-maybe id COUNT INDEX class spec-violated consequence overflow
// OMEN: multi-maybe id COUNT INDEX class k-witness-harmless
// OMEN: multi id COUNT LOOK class k-witness-harmless
// OMEN: multi id COUNT PRINT class k-witness-harmless
// OMEN: reveal args --no-hash-table
// OMEN: reveals id COUNT CHECK class spec-violated consequence overflow
// OMEN: reveals-maybe id COUNT INDEX class spec-violated consequence overflow
// OMEN: reveals-maybe id COUNT INDEX class k-witness-harmless
// OMEN: input args[:1] != ["--use-hash-table"]
#include "../../corpus/corpus.h"
#include <stdbool.h>
enum { MAX_SIZE = 32 };
volatile int id;
int stats_array[MAX_SIZE];
struct {
  int key, value;
} hash_table[64];
static bool use_hash_table;
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static int get_stats(void) { return 1; }
static bool contains(int key) { return hash_table[key & 63].key == key; }
static bool get_option(int argc, char **argv) { return argc > 1 && strcmp(argv[1], "--use-hash-table") == 0; }
void *req_handler(void *p) {
  for (int request = 0; request < MAX_SIZE; request++) {
    pthread_mutex_lock(&l);
    id++; // @COUNT
    pthread_mutex_unlock(&l);
  }
  return p;
}
NOINLINE void update1(void) {
  int tmp = id; // @LOOK
  if (contains(tmp)) hash_table[tmp & 63].value = get_stats();
}
NOINLINE void update2(void) {
  if (id < MAX_SIZE)               // @CHECK
    stats_array[id] = get_stats(); // @INDEX
}
void *update_stats(void *p) {
  if (use_hash_table) {
    update1();
    printf("%d\n", hash_table[id & 63].value); // @PRINT
  } else {
    update2();
  }
  return p;
}
int main(int argc, char **argv) {
  for (int i = 0; i < 64; i++) {
    hash_table[i].key = i;
    hash_table[i].value = 1;
  }
  use_hash_table = get_option(argc, argv);
  both(req_handler, update_stats);
  return 0;
}
