/* Binary trees, made and given back whole: nearly every access is to a block that is a few moments old. SIZE: trees. */
#include "bench.h"

enum { DEPTH = 11 };
struct tree {
  struct tree *left, *right;
  uint64_t v;
};
static long trees;
static uint64_t total;
static pthread_mutex_t total_lock = PTHREAD_MUTEX_INITIALIZER;

static struct tree *grow(int depth, uint64_t *seed) {
  struct tree *t = malloc(sizeof *t);
  if (!t) exit(1);
  t->v = next_random(seed);
  t->left = depth ? grow(depth - 1, seed) : NULL;
  t->right = depth ? grow(depth - 1, seed) : NULL;
  return t;
}

static uint64_t fold(const struct tree *t) { return t ? t->v ^ (fold(t->left) + 3 * fold(t->right)) : 1; }

static void fell(struct tree *t) {
  if (!t) return;
  fell(t->left);
  fell(t->right);
  free(t);
}

static void work(int id) {
  uint64_t sum = 0;
  long from, to;
  share(trees, id, &from, &to);
  for (long i = from; i < to; i++) {
    uint64_t seed = (uint64_t)i;
    struct tree *t = grow(DEPTH - (int)(i % 3), &seed);
    sum += fold(t);
    fell(t);
  }
  pthread_mutex_lock(&total_lock);
  total += sum;
  pthread_mutex_unlock(&total_lock);
}

int main(int argc, char **argv) {
  trees = arguments(argc, argv);
  team(work);
  return finish(total);
}
