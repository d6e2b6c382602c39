// The same in a struct on the heap, with a negative index.
// OMEN: defect out-of-bounds
// OMEN: asan-blind it looks at whole objects only
#include "../defects.h"
struct frame {
  long header;
  short samples[16];
};
static struct frame *f;
NOINLINE int sample(int i) {
  return f->samples[i]; // @BAD
}
int main(void) {
  f = calloc(1, sizeof *f);
  printf("%d\n", sample(bad ? -2 : 2));
  free(f);
  return 0;
}
