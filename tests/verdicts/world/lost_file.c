// The race decides whether the file is saved at all: if not, whoever reads it back crashes.
// OMEN: verdict dirty A B class spec-violated consequence crash
#include "../../corpus/corpus.h"
#include <unistd.h>
int dirty;
void *editor(void *p) {
  dirty = 1; // @A
  return p;
}
void *saver(void *p) {
  if (dirty) { // @B
    FILE *f = fopen("saved.tmp", "w");
    MUST(f);
    fputs("text\n", f);
    fclose(f);
  }
  return p;
}
int main(void) {
  unlink("saved.tmp");
  both(editor, saver);
  FILE *f = fopen("saved.tmp", "r");
  unlink("saved.tmp");
  volatile int *where = f ? &dirty : NULL;
  *where = 0;
  return 0;
}
