// A struct keeps a pointer to a buffer that its owner gave back.
// OMEN: defect use-after-free write heap
#include "../defects.h"
struct writer {
  char *buffer;
  int used;
};
NOINLINE void put(struct writer *w, char c) {
  w->buffer[w->used++] = c; // @BAD
}
int main(void) {
  struct writer w = {malloc(100), 0};
  put(&w, 'a');
  if (bad) free(w.buffer);
  put(&w, 'b');
  printf("%d\n", w.used);
  if (!bad) free(w.buffer);
  return 0;
}
