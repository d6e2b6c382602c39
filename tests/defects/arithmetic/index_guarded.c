// An index that is looked at before it is used is fine, whatever the optimiser makes of it; one that is looked at too late is not.
// OMEN: defect out-of-bounds read
// OMEN: asan-blind it looks at whole objects only
#include "../defects.h"
struct table {
  int a[8], b[8];
};
NOINLINE int get(const struct table *t, unsigned i) { return i < 8 ? t->a[i] : -1; }
NOINLINE int late(const struct table *t, unsigned i) {
  int n = t->a[i]; // @BAD
  return i < 8 ? n : -1;
}
int main(void) {
  struct table *t = calloc(1, sizeof *t);
  int n = late(t, 7u + (unsigned)bad);
  printf("%d %d\n", get(t, 9), bad ? 0 : n);
  free(t);
  return 0;
}
