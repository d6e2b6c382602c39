// A field of a struct grows beyond another.
// OMEN: defect invariant write
// OMEN: options --invariant 'pool.used <= pool.size'
#include "../defects.h"
struct {
  const char *name;
  unsigned size, used;
} pool = {"pool", 8, 0};
NOINLINE void grow(unsigned n) {
  pool.used += n; // @BAD
}
int main(void) {
  grow(5);
  grow(bad ? 4 : 3);
  pool.used = 0;
  puts(pool.name);
  return 0;
}
